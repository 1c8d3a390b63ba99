"""
Plays sessions with an entry, one after the other, in this process; messages.ts describes what it reads and writes. It replaces what
touches the outside - standard streams, files, exit, imports of what reaches out - and what would show this process or keep a
session from ending: `sys`, the limit of recursion, handlers of exceptions. Buffers and decoding are Python's own. What it cannot
show as a real process does, or is not sure of, is `unsupported`.
"""
import sys


def depth(levels=0):
    """The number of calls that can still be nested."""
    try:
        return depth(levels + 1)
    except RecursionError:
        return levels


# The depth that a script started by Python has, as an entry would.
real_depth = depth()

import _io
import abc
import ast
import builtins
import functools
import gc
import io
import os
import re
import time
import types
from operator import is_not

really_exit, really_write = os._exit, os.write
now = time.monotonic

# How long reports are kept, in seconds.
PATIENCE = .02

# How often an entry may try to continue after the end of its session.
MOST_STOPS = 100

# Modules that an entry may load: they reach nothing outside, or their parts that do are replaced below.
MODULES = set('''__future__ __main__ abc array base64 binascii bisect cmath collections contextlib copy dataclasses encodings enum
functools heapq io itertools math numbers operator os re string struct sys textwrap types typing zlib'''.split())

# The functions of `os` and `sys` that stay.
OS_FUNCTIONS = set('fsencode fsdecode fspath getenv getcwd strerror'.split())
SYS_FUNCTIONS = set('''_getframe audit displayhook exc_info exception excepthook exit getdefaultencoding getfilesystemencoding
getfilesystemencodeerrors getrefcount getsizeof intern is_finalizing'''.split())

# Words in a source that show this process, or act when it ends.
HIDDEN = re.compile(rb'''__del__|__(globals|builtins|loader|spec|subclasses|traceback)__|_getframe|\w+_(frame|back|cache)\b
    |\b(register|builtins|modules|orig_argv|meta_path|path_hooks)\b''', re.X)


class Stopped(BaseException):
    """Ends a session. Whatever the entry asks for after that raises it again."""


# Thrown to end a session. No entry can name it.
STOPPED = 'the end of a session'


class Session:
    """The input of a session, and what the entry does in it."""

    def __init__(self, given):
        is_interactive = INPUT == 'interactive'
        self.lines = re.findall(rb'[^\n]*\n', given) if is_interactive else []
        self.pending = given if INPUT == 'stdin' else b''
        self.is_interactive = is_interactive
        self.read_at = []
        self.output = []
        self.length = 0
        self.stderr = False
        self.closed = set()
        self.end = None
        self.status = 0
        self.stops = 0
        # True once the entry itself is over, while its objects are destroyed.
        self.is_late = False

    def guard(self, fd=None):
        if self.is_late:
            give_up('it does something while its objects are destroyed')
        if self.end is not None:
            self.stop(self.end)
        if fd in self.closed:
            give_up('it closes a standard stream and goes on')

    def stop(self, end, status=0):
        """Fixes the end, unless it is fixed."""
        if self.end is None:
            self.end, self.status = end, status
        self.stops += 1
        if self.stops > MOST_STOPS:
            give_up('it goes on when its session is over')
        raise Stopped

    def read(self, size):
        """Reads available input, at most this many bytes; none at the end."""
        self.guard(0)
        if not self.pending and self.is_interactive:
            asked = len(self.read_at)
            if asked == len(self.lines):
                self.stop('waiting')
            self.read_at.append(self.length)
            self.pending = self.lines[asked]
        data, self.pending = self.pending[:size], self.pending[size:]
        return data

    def write(self, fd, data):
        self.guard(fd)
        if fd == 2:
            self.stderr = True
            return
        self.output.append(data)
        self.length += len(data)
        if self.length > LIMIT:
            self.stop('flooding')

    def report(self):
        output = b''.join(self.output)[:LIMIT]
        words = [self.end, self.status, int(self.stderr), len(output), *self.read_at]
        return [' '.join(map(str, words)).encode(), b'\n', output]


class Raw(_io._RawIOBase):
    """A standard stream without its buffer."""

    def __init__(self, fd, name, closes=True):
        self.fd = fd
        self.name = name
        self.mode = 'wb' if fd else 'rb'
        self.closes = closes
        self.session = session

    def fileno(self):
        return self.fd

    def isatty(self):
        return False

    def readable(self):
        return self.fd == 0

    def writable(self):
        return self.fd != 0

    def readinto(self, buffer):
        if self.fd != 0:
            give_up('it reads its output')
        data = self.session.read(len(buffer))
        buffer[:len(data)] = data
        return len(data)

    def write(self, data):
        with memoryview(data) as view:
            # Python also writes the rest of a buffer when the buffer is destroyed.
            if self.session is session:
                session.write(self.fd, view.tobytes())
            return view.nbytes

    def close(self):
        if not self.closed and self.closes:
            self.session.closed.add(self.fd)
        super().close()


def send(pieces):
    data = b''.join(pieces)
    while data:
        data = data[really_write(REPORTS, data):]


def unsupported(why):
    why = why.encode()
    return [b'unsupported 0 0 %d\n' % len(why), why]


def give_up(why):
    """Gives up: only real processes can play the entry."""
    send(unsupported(why))
    really_exit(0)


def refuse(name):
    def refused(*args, **options):
        give_up(name)
    refused.__name__ = refused.__qualname__ = name.split('.')[-1]
    return refused


# What reaches out.

# The names in `sys` that are set for each session.
GIVEN = 'argv stdin stdout stderr __stdin__ __stdout__ __stderr__'.split()

FILES = {0: 0, 1: 1, 2: 2, '/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2}
# A buffer is as large as a block of the file: of a pipe.
BLOCK = os.fstat(0).st_blksize


def buffered(raw):
    return (_io.BufferedReader if raw.fd == 0 else _io.BufferedWriter)(raw, BLOCK)


def open(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    fd = FILES.get(file) if type(file) in (int, str) else None
    if fd is None or opener is not None:
        give_up('open of other files')
    if mode not in (('r', 'rt', 'rb') if fd == 0 else ('w', 'wt', 'wb', 'a', 'at', 'ab')):
        give_up('open with such a mode')
    is_text = 'b' not in mode
    if buffering != -1 and (buffering != 0 or is_text):
        give_up('open with such a buffer')
    session.guard(fd)
    raw = Raw(fd, file, closes=closefd and file == fd)
    if buffering == 0:
        return raw
    buffer = buffered(raw)
    if not is_text:
        return buffer
    text = _io.TextIOWrapper(buffer, encoding, errors, newline)
    text.mode = mode
    return text


def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    if level == 0 and (globals is None or globals.get('__name__') == '__main__'):
        if name.split('.')[0] not in MODULES:
            give_up(f'import {name}')
        if name not in SNAPSHOT.roots and name != '__main__':
            # Importing one module may change others.
            SNAPSHOT.must_hold()
            real_import(name, globals, locals, fromlist)
            SNAPSHOT.add(name, sys.modules[name])
    return real_import(name, globals, locals, fromlist, level)


def read(fd, size):
    if fd != 0:
        give_up('os.read of other files')
    return session.read(size)


def write(fd, data):
    if fd not in (1, 2):
        give_up('os.write to other files')
    with memoryview(data) as view:
        session.write(fd, view.tobytes())
        return view.nbytes


def isatty(fd):
    if fd not in (0, 1, 2):
        give_up('os.isatty of other files')
    return False


def _exit(status):
    session.guard()
    session.stop('ended', status & 255)


def setrecursionlimit(limit):
    real_set_limit(limit + BELOW if type(limit) is int else limit)


def getrecursionlimit():
    return real_get_limit() - BELOW


def replace(module, kept, replaced):
    for name, value in list(vars(module).items()):
        if type(value) in (types.FunctionType, types.BuiltinFunctionType) and name not in kept:
            setattr(module, name, replaced.get(name) or refuse(f'{module.__name__}.{name}'))


real_import = builtins.__import__
real_set_limit, real_get_limit = sys.setrecursionlimit, sys.getrecursionlimit

# An entry could reach the streams to our parent only by guessing their numbers.
REQUESTS, REPORTS = os.dup(0), os.dup(1)
nothing = os.open('/dev/null', os.O_RDWR)
for fd in 0, 1, 2:
    os.dup2(nothing, fd)
os.close(nothing)
requests = _io.open(REQUESTS, 'rb')


def parts_of(item):
    """The objects that an object refers to, except for caches of C and what is set for each session."""
    if type(item) is types.ModuleType:
        return [vars(item)]
    if item is vars(sys):
        item = {name: value for name, value in item.items() if name not in GIVEN}
    return gc.get_referents(item)


class Snapshot:
    """Everything that can be reached from the modules of an entry, to find out whether the entry has changed any of it."""

    def __init__(self):
        # What belongs to this file, and what changes by itself: caches, and the effects of imports.
        importers = [vars(module) for name, module in sys.modules.items() if name.startswith('_frozen_importlib')]
        caches = [value for name, value in vars(re).items() if name.startswith('_cache')]
        self.hidden = [globals(), sys.modules, sys.path_importer_cache, *importers, *caches]
        self.cache_types = {type(functools.lru_cache(print)), type(vars(abc.ABC)['_abc_impl'])}
        self.roots = {}
        self.add('builtins', builtins)

    def add(self, name, module):
        self.roots[name] = module
        seen = {id(item) for item in self.hidden}
        self.records = []
        waiting = list(self.roots.items())
        while waiting:
            name, item = waiting.pop()
            if id(item) in seen or type(item) in self.cache_types:
                continue
            seen.add(id(item))
            parts = parts_of(item)
            if parts:
                self.records.append((name, item, parts))
                waiting += [(name, part) for part in parts]

    def must_hold(self):
        for name, item, parts in self.records:
            after = parts_of(item)
            if len(after) != len(parts) or any(map(is_not, after, parts)):
                give_up(f'it changes {name}')


class Handlers(ast.NodeTransformer):
    """Puts a handler before those of each `try`, which would keep a session from ending: `except:`."""

    def visit_Try(self, node):
        self.generic_visit(node)
        if node.handlers:
            node.handlers.insert(0, ast.ExceptHandler(ast.Name(STOPPED, ast.Load()), None, [ast.Raise()]))
        return node


def take(source):
    """Takes the source of the entry, or reports why it cannot."""
    global CODE, IS_SUSPENDED
    hidden = HIDDEN.search(source)
    if hidden:
        return unsupported(hidden[0].decode())
    try:
        tree = compile(source, PATH, 'exec', ast.PyCF_ONLY_AST, dont_inherit=True)
        CODE = compile(ast.fix_missing_locations(Handlers().visit(tree)), PATH, 'exec', dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return unsupported('it cannot be compiled')
    # A suspended generator continues to its `finally` when it is destroyed.
    IS_SUSPENDED = b'yield' in source or b'await' in source
    return [b'ready\n']


STREAMS = [(fd, stream.name, stream.mode, stream.encoding, stream.errors)
           for fd, stream in enumerate((sys.stdin, sys.stdout, sys.stderr))]


def standard_stream(fd, name, mode, encoding, errors):
    stream = _io.TextIOWrapper(buffered(Raw(fd, name)), encoding, errors, '\n', line_buffering=fd == 2)
    stream.mode = mode
    return stream


def play(given):
    """Plays a session. @returns its report, in pieces"""
    global session
    session = Session(given)
    streams = [standard_stream(*row) for row in STREAMS]
    sys.stdin, sys.stdout, sys.stderr = sys.__stdin__, sys.__stdout__, sys.__stderr__ = streams
    words = given.split(b'\n')[:-1] if INPUT == 'args' else []
    ARGV[:] = [PATH, *[os.fsdecode(word) for word in words]]
    sys.argv = ARGV
    main = sys.modules['__main__'] = types.ModuleType('__main__')
    names = main.__dict__
    names.update(__loader__=LOADER, __annotations__={}, __builtins__=builtins, __file__=PATH, __cached__=None)
    status = 0
    try:
        exec(CODE, names)
    except SystemExit as error:
        status = status_of(error.code)
    except Stopped:
        pass
    except KeyboardInterrupt:
        give_up('KeyboardInterrupt')
    except BaseException as error:
        if type(error) is RecursionError and is_ours(error.__traceback__):
            give_up('its calls are nested too deeply here')
        session.stderr = True
        status = 1
    real_set_limit(LIMIT_OF_CALLS)
    if [sys.stdin, sys.stdout, sys.stderr] != streams:
        give_up('it replaces a standard stream')
    if session.end is None:
        finish(streams, status)
        session.is_late = True
        names.clear()
        if IS_SUSPENDED:
            gc.collect()
        flush(streams)
    names.clear()
    sys.stdin = sys.stdout = sys.stderr = sys.__stdin__ = sys.__stdout__ = sys.__stderr__ = None
    sys.argv = ARGV
    ARGV.clear()
    report = session.report()
    session = None
    return report


def status_of(code):
    """The exit status that Python makes from the status of SystemExit."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 255 if -2**63 <= code < 2**63 else 255
    session.stderr = True
    return 1


def is_ours(traceback):
    while traceback.tb_next:
        traceback = traceback.tb_next
    return traceback.tb_frame.f_code.co_filename == __file__


def finish(streams, status):
    try:
        flush(streams)
        session.stop('ended', status)
    except Stopped:
        pass


def flush(streams):
    for stream in streams[1:]:
        try:
            if not stream.closed:
                stream.flush()
        except Exception:
            give_up('its output cannot be written at its end')


replace(os, OS_FUNCTIONS, dict(read=read, write=write, isatty=isatty, _exit=_exit))
replace(sys, SYS_FUNCTIONS, dict(setrecursionlimit=setrecursionlimit, getrecursionlimit=getrecursionlimit))
builtins.__import__ = __import__
builtins.open = io.open = open
io.FileIO = io.open_code = refuse('io.FileIO')
builtins.breakpoint = refuse('breakpoint')

words = requests.readline().decode().split()
INPUT = words[0]
PATH, BODY = [requests.read(int(length)) for length in words[1:]]
PATH = os.fsdecode(PATH)
LOADER, ARGV = __loader__, sys.argv
LIMIT = 1 << 30
session = None
SNAPSHOT = None

# Our own frames count against the entry's recursion limit: one fewer once Python has specialized the call of `exec`. So play
# some sessions first, then measure.
LIMIT_OF_CALLS, BELOW = real_get_limit(), 0
levels = []
CODE, IS_SUSPENDED = compile('levels.append(depth())', PATH, 'exec'), False
vars(builtins).update(levels=levels, depth=depth)
for _ in range(100):
    play(b'')
del builtins.levels, builtins.depth
BELOW = real_depth - levels[-1]
LIMIT_OF_CALLS += BELOW
real_set_limit(LIMIT_OF_CALLS)

setattr(builtins, STOPPED, Stopped)
SNAPSHOT = Snapshot()
gc.collect()
gc.freeze()
send(take(BODY))

while True:
    line = requests.readline()
    if not line:
        really_exit(0)
    if line.startswith(b'source '):
        send(take(requests.read(int(line.split()[1]))))
        continue
    LIMIT, *lengths = map(int, line.split())
    inputs = [requests.read(length) for length in lengths]
    reports, sent = [], now()
    for given in inputs:
        reports += play(given)
        if now() - sent > PATIENCE:
            send(reports)
            reports, sent = [], now()
    SNAPSHOT.must_hold()
    send(reports)
