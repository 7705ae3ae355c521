#!/usr/bin/env python3
"""Drives the UCI engine with python-chess, as programs in Python do.

    pip install chess
    python uci.py target/release/outplay

Prints a line for each check. Exits with 1 at the first that fails.
"""

import logging
import random
import sys
import time

import chess
import chess.engine

# No answer takes so long, on however busy a machine.
PATIENCE = 60


def check(name, holds, detail=""):
    print(f"{'ok    ' if holds else 'FAILED'} {name}{': ' if detail else ''}{detail}", flush=True)
    if not holds:
        sys.exit(1)


class Complaints(logging.Handler):
    """What python-chess finds wrong in the engine's lines: illegal moves in a variation, say."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.heard = []

    def emit(self, record):
        self.heard.append(record.getMessage())


def is_playable(board, moves):
    """Whether the moves are legal one after the other."""
    board = board.copy()
    for move in moves:
        if not board.is_legal(move):
            return False
        board.push(move)
    return True


def play_itself(engine):
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 400:
        result = engine.play(board, chess.engine.Limit(nodes=2000), game="itself")
        if not board.is_legal(result.move):
            check("plays itself", False, f"{result.move} in {board.fen()}")
        board.push(result.move)
    check("plays itself", board.ply() >= 4, f"{board.ply()} plies, {board.result(claim_draw=True)}")


def beat_random(engine, seed=1):
    chance = random.Random(seed)
    board = chess.Board()
    while not board.is_game_over(claim_draw=True):
        if board.turn == chess.WHITE:
            board.push(engine.play(board, chess.engine.Limit(time=0.02), game="random").move)
        else:
            board.push(chance.choice(list(board.legal_moves)))
    check("beats random moves", board.result() == "1-0", f"{board.ply()} plies")


def play_on_clocks(engine):
    # Twelve plies can't end this game.
    board = chess.Board("8/1p3ppp/4k3/8/8/4K3/1P3PPP/8 w - - 0 1")
    left = {chess.WHITE: 1.0, chess.BLACK: 1.0}
    for _ in range(12):
        limit = chess.engine.Limit(
            white_clock=left[chess.WHITE],
            black_clock=left[chess.BLACK],
            white_inc=0.01,
            black_inc=0.01,
        )
        started = time.monotonic()
        result = engine.play(board, limit, game="clocks")
        left[board.turn] = max(0.05, left[board.turn] - (time.monotonic() - started) + 0.01)
        if not board.is_legal(result.move):
            check("plays on clocks", False, f"{result.move} in {board.fen()}")
        board.push(result.move)
    check("plays on clocks", True)


def ponder(engine):
    board = chess.Board()
    hits = 0
    for _ in range(12):
        result = engine.play(
            board, chess.engine.Limit(white_clock=5, black_clock=5), ponder=True, game="ponders"
        )
        board.push(result.move)
        # Whoever plays just any move may be mated soon.
        if board.is_game_over():
            break
        # Every other time what was expected is played, and the ponder is hit.
        expected = result.ponder
        if expected and board.is_legal(expected) and hits <= board.ply() // 4:
            hits += 1
            board.push(expected)
        else:
            board.push(next(iter(board.legal_moves)))
        if board.is_game_over():
            break
    check("ponders", hits > 0, f"{hits} hits in {board.ply()} plies")


def analyse_lines(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    lines = engine.analyse(board, chess.engine.Limit(depth=6), multipv=3)
    firsts = [line["pv"][0] for line in lines]
    scores = [line["score"].relative for line in lines]
    check("analyses with multipv=3", len(set(firsts)) == 3, " ".join(map(str, firsts)))
    check("the best line comes first", scores == sorted(scores, reverse=True))
    check("all lines are legal", all(is_playable(board, line["pv"]) for line in lines))
    wanted = {"depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time"}
    check("lines say all there is", all(wanted <= set(line) for line in lines))


def analyse_without_end(engine):
    board = chess.Board("8/8/8/8/8/2k5/7r/1K6 b - - 0 1")
    for position in (chess.Board(), board):
        with engine.analysis(position, chess.engine.Limit()) as analysis:
            started = time.monotonic()
            seen = 0
            for info in analysis:
                if "pv" in info:
                    seen += 1
                    if not is_playable(position, info["pv"]):
                        check("infinite analysis", False, str(info["pv"]))
                mates = "score" in info and info["score"].relative.is_mate()
                if mates or time.monotonic() - started > 0.3:
                    break
            time.sleep(0.2)
            check("infinite analysis goes on", analysis.would_block() or seen > 0)
            analysis.stop()
            best = analysis.wait()
        check("infinite analysis stops", position.is_legal(best.move), f"{seen} lines")


def find_mate(engine):
    board = chess.Board("k7/8/8/1K6/8/8/8/7R w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(mate=2))
    check("finds a mate", info["score"].white().mate() == 2, str(info["score"]))
    moves = [chess.Move.from_uci(text) for text in ("h1h2", "h1h3")]
    result = engine.play(board, chess.engine.Limit(depth=3), root_moves=moves)
    check("keeps to root moves", result.move in moves, str(result.move))


def set_options(engine):
    engine.configure({"Hash": 4, "Threads": 2, "Move Overhead": 30, "UCI_ShowWDL": True})
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=4))
    check("sets options", "wdl" in info and sum(info["wdl"].relative) == 1000, str(info.get("wdl")))
    engine.configure({"Clear Hash": None, "Threads": 1, "UCI_ShowWDL": False})
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": engine.options["UCI_Elo"].min})
    result = engine.play(chess.Board(), chess.engine.Limit(time=1))
    check("plays weakly", chess.Board().is_legal(result.move), str(result.move))
    engine.configure({"UCI_LimitStrength": False})
    for name in ("UCI_Chess960", "UCI_Variant", "Ponder", "MultiPV"):
        check(f"has the option {name}", name in engine.options)


def play_chess960(engine):
    castled = 0
    for number in (0, 356, 518, 959):
        board = chess.Board.from_chess960_pos(number)
        while not board.is_game_over(claim_draw=True) and board.ply() < 80:
            result = engine.play(board, chess.engine.Limit(nodes=500), game=number)
            if not board.is_legal(result.move):
                check("plays Chess960", False, f"{result.move} in {board.fen()}")
            castled += board.is_castling(result.move)
            board.push(result.move)
    board = chess.Board("rk6/8/8/8/8/8/8/RK5R w HAa - 0 1", chess960=True)
    castling = chess.Move.from_uci("b1h1")
    result = engine.play(board, chess.engine.Limit(depth=1), root_moves=[castling])
    check("plays Chess960", result.move == castling, f"castled {castled} times")


def finished(engine):
    mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    result = engine.play(mated, chess.engine.Limit(time=0.1))
    check("has no move when mated", result.move is None)
    info = engine.analyse(mated, chess.engine.Limit(depth=3))
    check("knows that it is mated", info["score"].relative == chess.engine.Mate(0))


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: uci.py PROGRAM")
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    engine = chess.engine.SimpleEngine.popen_uci([sys.argv[1], "speak", "uci"], timeout=PATIENCE)
    check("starts", engine.id.get("name", "").startswith("Outplay"), engine.id.get("name"))
    for part in (
        play_itself,
        beat_random,
        play_on_clocks,
        ponder,
        analyse_lines,
        analyse_without_end,
        find_mate,
        set_options,
        play_chess960,
        finished,
    ):
        part(engine)
    engine.ping()
    engine.quit()
    check("quits", engine.returncode.result(PATIENCE) == 0)
    check("python-chess has no complaints", not complaints.heard, "; ".join(complaints.heard[:3]))


if __name__ == "__main__":
    main()
