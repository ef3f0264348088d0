#!/usr/bin/env python3
"""What levels say of cube decisions against the deep values that files of eXtreme Gammon brought.

    cube_bias.py PROGRAM LEVEL... -- FILE.xg...

For each level: mean error of the equity without a double and of double/take, with its standard error, and root mean
square, over the decisions that eXtreme Gammon looked at three plies deep by our count or by its rollers; + = we value the
doubler higher. LEVEL is what --level takes; LEVEL:CUBE gives --cube-level as well.
"""
import json
import math
import os
import subprocess
import sys
import tempfile


def cubes(path):
    """Decisions of one JSON document, by place."""
    out = {}
    with open(path, encoding='utf-8') as f:
        games = json.load(f)['games']
    for number, game in enumerate(games):
        for ply in game['plies']:
            cube = ply['cube']
            if cube is not None and ply['action'] in ('play', 'double') and cube['no_double'] is not None:
                out[number, ply['number'], ply['action'], ply['player']] = cube
    return out


def is_deep(level):
    return level['kind'] in ('other', 'rollout') or (level['kind'] == 'ply' and level['plies'] >= 2)


def run(program, folder, arguments, file):
    """One JSON document of one file, in a folder of its own."""
    subprocess.run([program, *arguments, '--out', folder, file], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return cubes(os.path.join(folder, next(n for n in os.listdir(folder) if n.endswith('.json'))))


def analyse(program, level, file):
    chequer, _, cube = level.partition(':')
    options = ['analyze', '-q', '--level', chequer, '--parts', 'cube', '--report', 'json']
    if cube:
        options += ['--cube-level', cube]
    with tempfile.TemporaryDirectory() as folder:
        return run(program, folder, options, file)


def brought(program, file):
    with tempfile.TemporaryDirectory() as folder:
        try:
            all_of_them = run(program, folder, ['convert', '-q', '--to', 'json'], file)
        except (subprocess.CalledProcessError, StopIteration):
            return {}
    return {k: c for k, c in all_of_them.items() if is_deep(c['level']) and abs(c['no_double']) < 1.5}


def show(name, errors):
    n = len(errors)
    mean = sum(errors) / n
    deviation = math.sqrt(sum((e - mean) ** 2 for e in errors) / (n - 1))
    rms = math.sqrt(sum(e * e for e in errors) / n)
    return f'{name} {n:4d} {mean:+.4f} +- {deviation / math.sqrt(n):.4f} (RMS {rms:.4f})'


def main():
    program, words = sys.argv[1], sys.argv[2:]
    levels, files = words[:words.index('--')], words[words.index('--') + 1:]
    theirs = {f: brought(program, f) for f in files}
    for level in levels:
        errors = {'no_double': [], 'double_take': []}
        for file in (f for f in files if theirs[f]):
            ours = analyse(program, level, file)
            for key, cube in theirs[file].items():
                for what, list_of in errors.items():
                    if key in ours and None not in (cube[what], ours[key][what]) and abs(cube[what]) < 2:
                        list_of.append(ours[key][what] - cube[what])
        if len(errors['no_double']) < 2:
            sys.exit('no deep cube decisions in these files')
        print(f'{level:10s}', *(show(k.replace('_', ' '), e) for k, e in errors.items()), sep='   ', flush=True)


main()
