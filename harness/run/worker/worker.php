<?php
/*
 * Plays sessions of a PHP entry in one process, as messages.ts describes. The source is compiled anew for each session, in a
 * namespace: there, STDIN and the like are streams of ours, and what it declares can be declared again. No namespace can replace
 * `exit`, which is syntax: in the source, word by word, calls of a function take its place. All global variables are the entry's.
 */

/** Functions of PHP that an entry may call: they only compute, or read and write its own streams. */
const NINEHOLE_FUNCTIONS = '/^(?:array(?!_rand).*|str(?!eam|tok|ptime|ftime|coll).*|preg_(?!last).*|ctype_.*|base64_.*|is_(?:int|integer|long|float|double|
    string|bool|array|object|numeric|null|iterable|countable|scalar|nan|finite|infinite)|u?cfirst|lcfirst|ucwords|substr.*|l?trim|rtrim|chop|chr|
    ord|nl2br|implode|join|explode|wordwrap|chunk_split|count_chars|number_format|v?sprintf|v?printf|print_r|var_export|bin2hex|hex2bin|dechex|
    hexdec|bindec|decbin|octdec|decoct|base_convert|similar_text|levenshtein|soundex|metaphone|htmlspecialchars|addslashes|stripslashes|quotemeta|
    sscanf|md5|sha1|crc32|(?:raw)?url(?:en|de)code|pack|unpack|count|sizeof|in_array|range|[ak]?r?sort|u[ak]?sort|nat(?:case)?sort|shuffle|
    compact|extract|current|key|next|prev|reset|end|pos|min|max|key_exists|iterator_.*|abs|ceil|floor|round|sqrt|pow|exp|log|log10|a?sin|a?cos|
    a?tan|atan2|pi|fmod|intdiv|hypot|(?:mt_)?rand|random_int|intval|floatval|doubleval|strval|boolval|settype|gettype|fgets|fgetc|fread|fwrite|
    fputs|v?fprintf|feof|fopen|file|file_get_contents|file_put_contents|readfile|stream_get_contents|stream_get_line|fscanf|fgetcsv|fpassthru|
    fflush|flush|call_user_func(?:_array)?|func_.*|error_reporting|filter_var|time|microtime|hrtime|json_(?:en|de)code|method_exists|
    property_exists|is_a|is_subclass_of|get_object_vars|
    mb_(?!internal|language|substitute|detect|http|regex|ereg).*)$/x';

/** Words and methods that reach outside, show what is different here, or act when a program ends. */
const NINEHOLE_WORDS = '/^(?:eval|include|include_once|require|require_once|namespace|finally|__halt_compiler|__file__|__dir__|__namespace__|
    __function__|__method__|__class__|__destruct|getfile|gettrace|gettraceasstring|getprevious|throwable|error|typeerror|valueerror|
    argumentcounterror|divisionbyzeroerror|arithmeticerror|parseerror|unhandledmatcherror|errorexception|reflection.*|spl(?!fixed|stack|queue|
    object|double|heap|minheap|maxheap|priority).*|directory.*|filesystem.*|globiterator|fiber|weak.*|ffi|pdo.*|phar.*|closure)$/x';

/** Ends a session: the entry must not catch it. */
final class NineholeEnd extends Error
{
}

/** Thrown if the entry cannot be run here. */
final class NineholeRefusal extends Exception
{
}

final class Ninehole
{
    public static string $code = '';
    /** The source as it was given; `$source` has calls in place of `exit`. */
    private static string $given;
    private static string $source;
    private static string $way;
    private static string $file;
    private static bool $declares = false;
    private static string $head = '';
    private static int $limit = 0;
    /** @var list<string> the inputs of the sessions of a batch that have not been played */
    private static array $inputs = [];
    private static string $reports = '';
    private static float $since = 0;
    private static int $sessions = 0;
    /** @var resource|null null: the namespace of the source has no STDIN yet */
    private static $stdin = null;
    private static ?string $end;
    private static int $status;
    private static string $output;
    private static bool $hasComplained;
    /** @var list<int> */
    private static array $readAt;
    private static array $lines;
    private static string $pending;

    public static function start(array $words): void
    {
        $isAgain = count($words) > 1;
        $setup = $isAgain ? unserialize(base64_decode($words[1])) : self::receiveSetup();
        [self::$way, self::$file, $source] = $setup;
        foreach (stream_get_wrappers() as $name) {
            stream_wrapper_unregister($name);
        }
        foreach (['php', 'file', 'ninehole'] as $name) {
            stream_wrapper_register($name, NineholeStream::class);
        }
        set_error_handler([self::class, 'complain']);
        // Once `collect` has thrown to end a session, PHP does not call it again, and its text goes to the outer buffer.
        ob_start();
        ob_start([self::class, 'collect'], 1);
        $answer = self::take($source);
        if (!$isAgain) {
            self::send($answer);
        }
    }

    private static function receiveSetup(): array
    {
        [$way, $length, $size] = explode(' ', trim((string) fgets(STDIN)));
        return [$way, self::receive((int) $length), self::receive((int) $size)];
    }

    private static function receive(int $length): string
    {
        return $length === 0 ? '' : stream_get_contents(STDIN, $length);
    }

    private static function send(string $text): void
    {
        for (; $text !== ''; $text = substr($text, $written)) {
            $written = fwrite(STDOUT, $text) ?: exit(0);
        }
    }

    private static function unsupported(string $why): string
    {
        return 'unsupported 0 0 ' . strlen($why) . "\n$why";
    }

    /** Gives up: only a real process can show what happens. */
    public static function giveUp(string $why): void
    {
        self::send(self::unsupported($why));
        exit(0);
    }

    public static function open(): bool
    {
        if (self::$inputs === []) {
            self::receiveBatch();
        }
        $given = array_shift(self::$inputs);
        self::$end = null;
        [self::$status, self::$output, self::$hasComplained, self::$readAt] = [0, '', false, []];
        self::$lines = self::$way === 'interactive' ? preg_split('/(?<=\n)/', $given, -1, PREG_SPLIT_NO_EMPTY) : [];
        self::$pending = self::$way === 'stdin' ? $given : '';
        $GLOBALS['argv'] = [self::$file];
        if (self::$way === 'args') {
            foreach (array_slice(explode("\n", $given), 0, -1) as $line) {
                $GLOBALS['argv'][] = $line;
            }
        }
        $GLOBALS['argc'] = count($GLOBALS['argv']);
        self::openNamespace();
        return true;
    }

    private static function receiveBatch(): void
    {
        while (preg_match('/^source (\d+)$/', $line = fgets(STDIN), $match)) {
            self::send(self::take(self::receive((int) $match[1])));
        }
        if ($line === false) {
            exit(0);
        }
        $lengths = array_map('intval', explode(' ', trim($line)));
        self::$limit = array_shift($lengths);
        self::$inputs = array_map([self::class, 'receive'], $lengths);
        self::$since = microtime(true);
    }

    /** Opens a namespace for the session if the entry declares something. */
    private static function openNamespace(): void
    {
        if (self::$stdin === null || self::$declares) {
            $name = 'ninehole\\s' . ++self::$sessions;
            self::$stdin = fopen('ninehole://0', 'r');
            define("$name\\STDIN", self::$stdin);
            define("$name\\STDOUT", fopen('ninehole://1', 'w'));
            define("$name\\STDERR", fopen('ninehole://2', 'w'));
            self::$code = str_replace('NAMESPACE', $name, self::$head) . self::$source;
        } else {
            rewind(self::$stdin);
        }
    }

    public static function close(?Throwable $error): void
    {
        if ($error !== null && !$error instanceof NineholeEnd) {
            self::fail($error);
        }
        if (self::$end === 'flooding') {
            ob_end_clean();
            ob_clean();
            ob_start([self::class, 'collect'], 1);
        }
        self::$end ??= 'ended';
        $most = strlen(self::$output) > self::$limit;
        $output = $most ? substr(self::$output, 0, self::$limit) : self::$output;
        $words = [$most ? 'flooding' : self::$end, self::$status, (int) self::$hasComplained, strlen($output), ...self::$readAt];
        self::$reports .= implode(' ', $words) . "\n$output";
        foreach (array_keys($GLOBALS) as $name) {
            if (!in_array($name, ['GLOBALS', '_GET', '_POST', '_COOKIE', '_FILES', '_SERVER', 'argv', 'argc'], true)) {
                unset($GLOBALS[$name]);
            }
        }
        error_reporting(E_ALL);
        if (self::$inputs === [] || microtime(true) - self::$since > 0.02) {
            self::send(self::$reports);
            [self::$reports, self::$since] = ['', microtime(true)];
            if (self::$inputs === [] && memory_get_usage() > 48 << 20) {
                self::startAgain();
            }
        }
    }

    /** Starts the worker again: what an entry has declared stays until the process ends. */
    private static function startAgain(): void
    {
        $setup = base64_encode(serialize([self::$way, self::$file, self::$given]));
        if (function_exists('pcntl_exec') && strlen($setup) < 100_000) {
            pcntl_exec(PHP_BINARY, ['-n', __FILE__, $setup]);
        }
        exit(0);
    }

    private static function stop(string $end, int $status = 0): void
    {
        if (self::$end === null) {
            [self::$end, self::$status] = [$end, $status];
        }
        throw new NineholeEnd();
    }

    /** Acts as `exit`. */
    public static function leave($status = 0): void
    {
        if (is_string($status)) {
            echo $status;
            $status = 0;
        } elseif (!is_int($status)) {
            self::giveUp('exit with such a value');
        }
        self::stop('ended', $status & 255);
    }

    /** Receives what is written to standard output. */
    public static function collect(string $text): string
    {
        if (self::$end === null) {
            self::$output .= $text;
            if (strlen(self::$output) > self::$limit) {
                self::stop('flooding');
            }
        }
        return '';
    }

    public static function write(int $fd, string $text): void
    {
        if ($fd === 1) {
            echo $text;
        } elseif (self::$end === null) {
            self::$hasComplained = true;
        }
    }

    public static function read(int $length): string
    {
        if (self::$pending === '' && self::$way === 'interactive') {
            if (self::$lines === [] || self::$end !== null) {
                self::stop('waiting');
            }
            self::$readAt[] = strlen(self::$output);
            self::$pending = array_shift(self::$lines);
        }
        $text = substr(self::$pending, 0, $length);
        self::$pending = substr(self::$pending, $length);
        return $text;
    }

    /** Shows a warning as PHP does. */
    public static function complain(int $level, string $message, string $file, int $line): bool
    {
        if (error_reporting() & $level) {
            $kinds = [E_WARNING => 'Warning', E_NOTICE => 'Notice', E_DEPRECATED => 'Deprecated'];
            self::show($kinds[$level] ?? self::giveUp('a warning of such a kind'), $message, $line);
        }
        return true;
    }

    private static function fail(Throwable $error): void
    {
        if (error_reporting() & E_ERROR) {
            if ($error instanceof ParseError) {
                self::show('Parse error', $error->getMessage(), $error->getLine());
            } else {
                $text = preg_replace('/#(\d+) ' . preg_quote(__FILE__, '/') . '\(\d+\): eval\(\)\n#\d+ /', '#$1 ', (string) $error);
                self::show('Fatal error', "Uncaught $text\n  thrown", $error->getLine());
            }
        }
        self::$end ??= 'ended';
        self::$status = 255;
    }

    private static function show(string $kind, string $message, int $line): void
    {
        $message = preg_replace('/ninehole\\\\s\d+\\\\/', '', $message);
        $message = preg_replace('/' . preg_quote(__FILE__, '/') . "\\(\\d+\\) : eval\\(\\)'d code/", self::$file, $message);
        try {
            echo "\n$kind: $message in ", self::$file, " on line $line\n";
        } catch (NineholeEnd $end) {
        }
    }

    /** Takes the source of the entry, or reports why it cannot. */
    private static function take(string $source): string
    {
        [self::$given, self::$stdin] = [$source, null];
        try {
            self::prepare();
            return "ready\n";
        } catch (NineholeRefusal $refusal) {
            return self::unsupported($refusal->getMessage());
        }
    }

    /** Reads the source, and rewrites it. */
    private static function prepare(): void
    {
        $source = preg_replace('/^#!.*\n/', '', self::$given);
        if (preg_match('/^\r?\n/', $source)) {
            throw new NineholeRefusal('a newline before its code');
        }
        $strict = '';
        $pattern = '/^(<\?php\s+(?:(?:\/\/|#).*\n\s*|\/\*.*?\*\/\s*)*)declare\s*\(\s*strict_types\s*=\s*1\s*\)\s*;/s';
        if (preg_match($pattern, $source, $match)) {
            $strict = 'declare(strict_types=1);';
            $source = $match[1] . substr($source, strlen($match[0]));
        }
        $reader = new NineholeReader($source);
        [self::$source, $classes, self::$declares] = $reader->read();
        $uses = implode('', array_map(fn ($name) => " use \\$name;", $classes));
        self::$head = "{$strict}namespace NAMESPACE;$uses ?>";
    }
}

/** Reads an entry's source, word by word. */
final class NineholeReader
{
    private const CODE = '/\G(?:
        (?<close>\?>\n?)
        |(?<comment>(?:\/\/|\#(?!\[))(?:(?!\?>)[^\n\r])*|\/\*.*?\*\/|\s+)
        |(?<string>b?\'(?:[^\'\\\\]|\\\\.)*\'
            |b?"(?:[^"\\\\{$]|\\\\.|\{(?!\$)|\$(?!\{)|\{\$[^{}"\'`]*\}|\$\{[^{}"\'`]*\})*"
            |b?<<<[ \t]*(?<quote>[\'"]?)(?<label>\w+)\k<quote>\r?\n(?:.*?\n)??[ \t]*\k<label>\b)
        |(?<variable>\$+[a-zA-Z_\x80-\xff][\w\x80-\xff]*)
        |(?<word>\\\\?[a-zA-Z_\x80-\xff][\w\x80-\xff]*)
        |(?<arrow>\?->|->|::)
        |(?<other>\d[\w.]*|.)
    )/sx';

    /** @var list<array{string, string}> the kind and the text of each word */
    private array $words = [];
    private array $functions = [];
    private array $names = [];
    private array $classes = [];

    public function __construct(string $source)
    {
        for ($at = 0; $at < strlen($source);) {
            // Text, up to an opening tag.
            preg_match('/\G(?:.*?(?:<\?php(?=\s|$)|<\?=|<\?)|.*)/is', $source, $match, 0, $at);
            $this->words[] = ['text', $match[0]];
            $at += strlen($match[0]);
            while ($at < strlen($source)) {
                preg_match(self::CODE, $source, $match, PREG_UNMATCHED_AS_NULL, $at) ?: self::refuse('its source');
                $at += strlen($match[0]);
                foreach (['close', 'comment', 'string', 'variable', 'word', 'arrow', 'other'] as $kind) {
                    if (isset($match[$kind])) {
                        $this->words[] = [$kind, $match[0]];
                    }
                }
                if (isset($match['close'])) {
                    break;
                }
            }
        }
    }

    /** @return array{string, list<string>, bool} the source with calls in place of `exit`; the classes of PHP that it names;
     *   whether it declares something */
    public function read(): array
    {
        $code = array_values(array_filter($this->words, fn ($word) => $word[0] !== 'comment'));
        $this->findDeclared($code);
        foreach ($code as $at => [$kind, $text]) {
            $this->check($kind, $text, $code[$at - 1][1] ?? '', $code[$at + 1][1] ?? '');
        }
        $result = '';
        $before = '';
        foreach ($this->words as $at => [$kind, $text]) {
            $isExit = $kind === 'word' && preg_match('/^(?:exit|die)$/i', $text) && !self::isName($before);
            if ($isExit) {
                for ($next = $at + 1; ($this->words[$next][0] ?? '') === 'comment';) {
                    $next++;
                }
                $text = '\Ninehole::leave' . (($this->words[$next][1] ?? '') === '(' ? '' : '()');
            }
            $result .= $text;
            $before = $kind === 'comment' ? $before : $text;
        }
        return [$result, array_keys($this->classes), $this->functions !== [] || $this->names !== []];
    }

    private static function refuse(string $why): void
    {
        throw new NineholeRefusal($why);
    }

    /** True if a word after this one is the name of a member, or of something that is declared. */
    private static function isName(string $before): bool
    {
        return in_array(strtolower($before), ['->', '?->', '::', 'function', 'const'], true);
    }

    /** Finds the functions, classes and constants that the entry declares; not methods. */
    private function findDeclared(array $code): void
    {
        $depth = 0;
        $bodies = [];
        $isAtClass = false;
        foreach ($code as $at => [$kind, $text]) {
            if ($text === '{') {
                $depth++;
                if ($isAtClass) {
                    $bodies[] = $depth;
                }
                $isAtClass = false;
            } elseif ($text === '}' && $kind === 'other') {
                if (end($bodies) === $depth) {
                    array_pop($bodies);
                }
                $depth--;
            }
            if ($kind !== 'word' || self::isName($code[$at - 1][1] ?? '')) {
                continue;
            }
            $next = $code[$at + 1] ?? ['', ''];
            if ($next[1] === '&') {
                $next = $code[$at + 2] ?? ['', ''];
            }
            $word = strtolower($text);
            if (in_array($word, ['class', 'interface', 'trait', 'enum'], true) && ($next[0] === 'word' || $word === 'class')) {
                $isAtClass = true;
                $this->names[] = $next[0] === 'word' ? strtolower($next[1]) : 'class@anonymous';
            } elseif ($word === 'function' && $next[0] === 'word' && $bodies === []) {
                $this->functions[] = strtolower($next[1]);
            } elseif ($word === 'const' && $next[0] === 'word' && $bodies === []) {
                $this->names[] = strtolower($next[1]);
                if (defined($next[1])) {
                    self::refuse("const $next[1]");
                }
            }
        }
        foreach ($this->functions as $name) {
            if (function_exists($name)) {
                self::refuse("function $name");
            }
        }
        foreach ($this->names as $name) {
            if (class_exists($name) || interface_exists($name)) {
                self::refuse("class $name");
            }
        }
    }

    private function check(string $kind, string $text, string $before, string $after): void
    {
        if ($text === '`' || $kind === 'variable' && preg_match('/^\$+(?:_[A-Z]+|GLOBALS)$/', $text)) {
            self::refuse($text);
        }
        if ($kind === 'string') {
            // The name of a function or a class in a string, which PHP would look for outside of the namespace.
            if (preg_match('/(?:\$\{?|^[b\'"]*)(?:_[A-Z]+|GLOBALS)\b/', $text)) {
                self::refuse($text);
            }
            $content = strtolower(trim($text, "b'\""));
            $isOwn = in_array($content, [...$this->functions, ...$this->names], true);
            if ($isOwn || function_exists($content) && !preg_match(NINEHOLE_FUNCTIONS, $content)) {
                self::refuse($text);
            }
            return;
        }
        if ($kind !== 'word' || self::isName($before) && !preg_match('/^(?:class$|getfile|gettrace|getprevious|__destruct)/i', $text)) {
            return;
        }
        $word = strtolower($text);
        if ($before === '::' && $word === 'class') {
            self::refuse('::class');
        }
        if ($word[0] === '\\' || $after === '\\' || preg_match(NINEHOLE_WORDS, $word)) {
            self::refuse($text);
        }
        if ($word === 'use' && $after !== '(' || $word === 'declare') {
            self::refuse($text);
        }
        $isCall = $after === '(' && strtolower($before) !== 'new';
        if ($isCall && function_exists($word) && !preg_match(NINEHOLE_FUNCTIONS, $word)) {
            self::refuse($text);
        }
        if ($word === 'print_r' || $word === 'var_export') {
            // These show names with their namespace.
            if ($this->names !== []) {
                self::refuse($text);
            }
        }
        if (!$isCall && (class_exists($word, false) || interface_exists($word, false)) && !in_array($word, $this->names, true)) {
            $this->classes[$text] = true;
        }
    }
}

/** Standard streams of the session. */
final class NineholeStream
{
    public $context;
    private int $fd = 0;
    private bool $isAtEnd = false;

    public function stream_open(string $path): bool
    {
        $streams = ['stdin' => 0, 'stdout' => 1, 'output' => 1, 'stderr' => 2];
        [$scheme, $name] = [...explode('://', strtolower($path), 2), ''];
        $this->fd = $scheme === 'ninehole' ? (int) $name : $streams[$scheme === 'php' ? $name : ''] ?? Ninehole::giveUp($path);
        return true;
    }

    public function stream_read(int $length): string
    {
        if ($this->fd !== 0) {
            Ninehole::giveUp('it reads what cannot be read');
        }
        $text = Ninehole::read($length);
        $this->isAtEnd = $text === '';
        return $text;
    }

    public function stream_write(string $text): int
    {
        if ($this->fd === 0) {
            Ninehole::giveUp('it writes to what cannot be written');
        }
        Ninehole::write($this->fd, $text);
        return strlen($text);
    }

    public function stream_eof(): bool
    {
        return $this->isAtEnd;
    }

    public function stream_seek(): bool
    {
        $this->isAtEnd = false;
        return true;
    }

    public function stream_tell(): int
    {
        return 0;
    }

    public function stream_stat(): array
    {
        return [];
    }

    public function stream_set_option(): bool
    {
        return false;
    }

    public function stream_flush(): bool
    {
        return true;
    }

    public function stream_close(): void
    {
    }

    /** Everything else that can be asked of a file. */
    public function __call(string $name, array $arguments): void
    {
        Ninehole::giveUp($name);
    }
}

Ninehole::start($argv);
while (Ninehole::open()) {
    try {
        eval(Ninehole::$code);
        // An entry with such a name is refused: all variables here are its own.
    } catch (Throwable $_NINEHOLE) {
    }
    Ninehole::close($_NINEHOLE ?? null);
}
