"""
Plays sessions with an entry, one after the other, in this process. It replaces what touches the outside - the standard streams,
files, exit - and nothing else; what it cannot show as a real process does is `unsupported`. messages.ts says what it reads and
writes.
"""
import sys


def depth(levels=0):
    """The levels of calls that are left, here and in an entry: the limit counts those below an entry, too."""
    try:
        return depth(levels + 1)
    except RecursionError:
        return levels


real_depth = depth()

import _io
import ast
import builtins
import gc
import io
import os
import re
import time
import types

os_exit, os_read, os_write, os_dup = os._exit, os.read, os.write, os.dup
now = time.monotonic

# Modules that an entry may load: they reach nothing, or what reaches outside is replaced below.
MODULES = set('''__future__ __main__ abc array base64 binascii bisect builtins cmath collections contextlib copy dataclasses enum
functools heapq io itertools math numbers operator os re string struct sys textwrap types typing zlib'''.split())

# What an entry may use of `os`, of the functions.
OS_FUNCTIONS = set('fsencode fsdecode getenv getcwd get_exec_path cpu_count strerror fspath'.split())

# Words in the source of what shows this process, or acts when it ends, which is never.
HIDDEN = re.compile(
    rb'__del__|__traceback__|__loader__|__spec__|__subclasses__|__import__|\bmodules\b|\b\w+_frame\b|\bf_back\b|_getframe|'
    rb'_current_frames|recursionlimit|settrace|setprofile|\w*hook\b|__std(in|out|err)__|\bbuiltins\b|__builtins__|'
    rb'\b(gc|weakref)\b|_io\b|meta_path|path_hooks|intern\b|getrefcount|getsizeof|\bid\s*\('
)


class Stopped(BaseException):
    """Ends a session. An entry may catch it: then it is raised again by whatever it asks for next."""


class Session:
    """The session that is played."""

    def __init__(self, given):
        self.lines = [] if INPUT == 'args' else given.splitlines(True)
        self.pending = b''
        self.output = []
        self.length = 0
        self.read_at = []
        self.stderr = False
        self.end = None
        self.status = 0
        self.stops = 0
        self.closed = set()
        if INPUT == 'stdin':
            self.pending = given
            self.lines = []

    def stop(self, end, status=0):
        """Fixes the end, unless it is fixed, and leaves the entry."""
        if self.end is None:
            self.end, self.status = end, status
        self.stops += 1
        if self.stops > 100:
            give_up('it goes on when its session is over')
        raise Stopped

    def guard(self, fd):
        if self.end is not None:
            if self.end == 'ended':
                give_up('it does something after its end')
            self.stop(self.end)
        if fd in self.closed:
            give_up('it closes a standard stream and goes on')

    def read(self, size):
        """At most so many bytes of the input that is there; none at the end."""
        self.guard(0)
        if not self.pending and INPUT == 'interactive' and size > 0:
            if len(self.read_at) == len(self.lines):
                self.stop('waiting')
            self.pending = self.lines[len(self.read_at)]
            self.read_at.append(self.length)
        taken, self.pending = self.pending[:size], self.pending[size:]
        return taken

    def write(self, fd, data):
        self.guard(fd)
        if fd == 2:
            self.stderr = True
            return len(data)
        data = bytes(data)
        self.output.append(data)
        self.length += len(data)
        if self.length > LIMIT:
            self.output.append(b'')
            self.stop('flooding')
        return len(data)


class Raw(_io._RawIOBase):
    """A standard stream, as a file without a buffer; all that is built upon it is Python's own."""

    def __init__(self, fd, name, mode):
        self.fd = fd
        self.name = name
        self.mode = mode
        self.session = session

    def fileno(self):
        return self.fd

    def isatty(self):
        return False

    def readable(self):
        return self.fd == 0

    def writable(self):
        return self.fd > 0

    def readinto(self, buffer):
        if self.fd != 0:
            give_up('it reads what cannot be read')
        data = session.read(len(buffer))
        buffer[:len(data)] = data
        return len(data)

    def write(self, data):
        if self.fd == 0:
            give_up('it writes to what cannot be written')
        with memoryview(data) as view:
            return session.write(self.fd, view.tobytes())

    def close(self):
        if self.session is session and session.end is None:
            session.closed.add(self.fd)
        super().close()


def give_up(why):
    """Only real processes can run the entry: nothing that this one has reported counts."""
    send([f'unsupported 0 0 {len(why.encode())}\n'.encode(), why.encode()])
    os_exit(0)


def refuse(name):
    def refused(*args, **options):
        give_up(name)
    return refused


def send(pieces):
    data = b''.join(pieces)
    while data:
        data = data[os_write(REPORTS, data):]


# The real streams are ours alone.
REQUESTS, REPORTS = os_dup(0), os_dup(1)
nothing = os.open('/dev/null', os.O_RDWR)
for fd in 0, 1, 2:
    os.dup2(nothing, fd)
os.close(nothing)
requests = _io.open(REQUESTS, 'rb')

STREAMS = {0: ('<stdin>', sys.stdin), 1: ('<stdout>', sys.stdout), 2: ('<stderr>', sys.stderr)}
ENCODINGS = {fd: (stream.encoding, stream.errors) for fd, (_, stream) in STREAMS.items()}
BLOCK = 4096
NAMES = {0: 0, 1: 1, 2: 2, '/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2, '/dev/fd/0': 0, '/dev/fd/1': 1, '/dev/fd/2': 2}


def replaced_open(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    """`open` of a standard stream; other files are the real process's affair."""
    fd = NAMES.get(file) if isinstance(file, (int, str)) else None
    kind = mode.replace('b', '', 1).replace('t', '', 1) if isinstance(mode, str) else ''
    if fd is None or opener is not None or kind not in (('r',) if fd == 0 else ('w', 'a')):
        give_up('open of such a file')
    if buffering not in (-1, 0) or (buffering == 0 and 'b' not in mode):
        give_up('open with such a buffer')
    raw = Raw(fd, file, mode.replace('b', '').replace('t', '') + 'b')
    if file != fd or not closefd:
        raw.session = None
    if buffering == 0:
        return raw
    buffer = _io.BufferedReader(raw, BLOCK) if fd == 0 else _io.BufferedWriter(raw, BLOCK)
    if 'b' in mode:
        return buffer
    text = _io.TextIOWrapper(buffer, io.text_encoding(encoding), errors, newline)
    text.mode = mode
    return text


def stream(fd, name, mode):
    raw = Raw(fd, name, 'rb' if fd == 0 else 'wb')
    buffer = _io.BufferedReader(raw, BLOCK) if fd == 0 else _io.BufferedWriter(raw, BLOCK)
    text = _io.TextIOWrapper(buffer, *ENCODINGS[fd], line_buffering=fd == 2)
    text.mode = mode
    return text


def replaced_import(name, globals=None, locals=None, fromlist=(), level=0):
    if globals is not None and globals.get('__name__') == '__main__' and name.split('.')[0] not in MODULES:
        give_up(f'import {name}')
    return real_import(name, globals, locals, fromlist, level)


def replaced_read(fd, size):
    if fd != 0:
        give_up('os.read of other files')
    return session.read(size)


def replaced_write(fd, data):
    if fd not in (1, 2):
        give_up('os.write to other files')
    with memoryview(data) as view:
        return session.write(fd, view.tobytes())


def replaced_exit(status):
    session.guard(None)
    session.stop('ended', status & 255)


for name, value in list(vars(os).items()):
    if type(value) in (types.FunctionType, types.BuiltinFunctionType) and name not in OS_FUNCTIONS:
        setattr(os, name, refuse(f'os.{name}'))
os.read, os.write, os._exit = replaced_read, replaced_write, replaced_exit
os.isatty = lambda fd: fd in (0, 1, 2) and session.guard(None) or False
real_import = builtins.__import__
builtins.__import__ = replaced_import
builtins.open = io.open = replaced_open
io.FileIO = io.open_code = refuse('io.FileIO')
builtins.breakpoint = refuse('breakpoint')
builtins.help = builtins.license = builtins.copyright = builtins.credits = None
for name in 'help license copyright credits'.split():
    delattr(builtins, name)


class Handlers(ast.NodeTransformer):
    """Puts a handler that passes the end of a session on before those of each `try`: `except:` would catch it."""

    def visit_Try(self, node):
        self.generic_visit(node)
        if node.handlers:
            first = ast.ExceptHandler(ast.Name('the end of a session', ast.Load()), None, [ast.Raise()])
            node.handlers.insert(0, ast.copy_location(first, node.handlers[0]))
        return node


def compiled(source, path):
    try:
        tree = compile(source, path, 'exec', ast.PyCF_ONLY_AST, dont_inherit=True)
        tree = ast.fix_missing_locations(Handlers().visit(tree))
        return compile(tree, path, 'exec', dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        give_up('it cannot be compiled')


def play(given):
    """Plays a session. @returns its report, in pieces"""
    global session
    session = Session(given)
    sys.stdin, sys.stdout, sys.stderr = stdin, stdout, stderr = [stream(*row) for row in ((0, '<stdin>', 'r'), (1, '<stdout>', 'w'), (2, '<stderr>', 'w'))]
    sys.argv[:] = [PATH, *(os.fsdecode(line.replace(b'\0', b'')) for line in given.split(b'\n')[:-1])] if INPUT == 'args' else [PATH]
    main = sys.modules['__main__'] = types.ModuleType('__main__')
    names = main.__dict__
    names.update(NAMES_OF_MAIN)
    status = 0
    try:
        try:
            exec(CODE, names)
        except SystemExit as error:
            status = error.code
            if status is None:
                status = 0
            elif isinstance(status, int):
                status &= 255
            else:
                session.guard(None)
                session.stderr = True
                status = 1
        except Stopped:
            pass
        except KeyboardInterrupt:
            give_up('KeyboardInterrupt')
        except BaseException as error:
            session.guard(None)
            session.stderr = True
            status = 1
        if sys.stdin is not stdin or sys.stdout is not stdout or sys.stderr is not stderr:
            give_up('it replaces a standard stream')
        if session.end is None:
            if not stdout.closed:
                stdout.flush()
            if not stderr.closed:
                stderr.flush()
            session.end, session.status = 'ended', status
    except Stopped:
        pass
    names.clear()
    output = b''.join(session.output)[:LIMIT]
    head = f'{session.end} {session.status} {int(session.stderr)} {len(output)}{"".join([f" {at}" for at in session.read_at])}\n'
    return [head.encode(), output]


words = requests.readline().decode().split()
INPUT = words[0]
PATH, BODY = [requests.read(int(length)) for length in words[2:]]
PATH = os.fsdecode(PATH)
LIMIT = 0
session = None
if INPUT == 'interactive' and HIDDEN.search(BODY) or HIDDEN.search(BODY):
    give_up(HIDDEN.search(BODY)[0].decode('latin1'))
setattr(builtins, 'the end of a session', Stopped)
CODE = compiled(BODY, PATH)
NAMES_OF_MAIN = {'__builtins__': builtins, '__file__': PATH, '__cached__': None, '__annotations__': {}}
sys.setrecursionlimit(sys.getrecursionlimit())
send([b'ready\n'])

while True:
    line = requests.readline()
    if not line:
        os_exit(0)
    LIMIT, *lengths = map(int, line.split())
    inputs = [requests.read(length) for length in lengths]
    reports, sent = [], now()
    for given in inputs:
        reports += play(given)
        if now() - sent > .02:
            send(reports)
            reports, sent = [], now()
    send(reports)
