# Plays sessions of a Ruby entry in one process, as messages.ts describes. Its standard streams are files or, line by line, a pipe
# read by a fiber that reports when it waits: Ruby itself buffers and reads them. The entry is compiled once. Its instructions show
# what it calls, defines and assigns: it may call what only computes; everything else needs real processes.
module Ninehole
  # Methods that an entry may call: functions of Kernel, and methods of streams and of ARGF.
  FUNCTIONS = %i[
    Array Complex Float Hash Integer Rational String __method__ abort block_given? catch exit fail format gets lambda loop p print
    printf proc putc puts raise rand readline readlines require respond_to_missing? sprintf throw warn
    initialize_copy initialize_clone initialize_dup
  ]
  STREAMS = %i[
    << each each_byte each_char each_codepoint each_line eof eof? flush getbyte getc gets inspect lineno print printf putc puts read
    readbyte readchar readline readlines readpartial sync sync= syswrite to_a to_i to_s write
  ]
  # Methods that change what outlives a session, show what is in this process, or call other methods by name.
  REFUSED = %i[
    send __send__ public_send method methods singleton_methods instance_method public_method singleton_method define_method
    define_singleton_method instance_eval instance_exec class_eval class_exec module_eval module_exec const_get const_set
    const_missing const_source_location remove_const remove_method undef_method alias_method instance_variable_set
    remove_instance_variable class_variable_set remove_class_variable singleton_class extend refine using prepend backtrace
    backtrace_locations full_message detailed_message set_backtrace subclasses class to_proc curry owner receiver bind bind_call
    private_constant deprecate_constant public_constant source_location
    core#set_method_alias core#set_variable_alias core#undef_method core#set_postexe core#hash_from_ary
  ]
  CONSTANTS = %i[
    Array String Integer Float Hash Range Regexp Struct Comparable Enumerable Enumerator Math Set Rational Complex NilClass Symbol
    Proc TrueClass FalseClass Numeric MatchData STDIN STDOUT STDERR ARGV ARGF INFINITY NAN EPSILON PI E MAX MIN DIG IGNORECASE
    EXTENDED MULTILINE Lazy Yielder StandardError RuntimeError ArgumentError TypeError NameError NoMethodError ZeroDivisionError
    IndexError KeyError StopIteration RangeError FloatDomainError FrozenError IOError EOFError NotImplementedError
    UncaughtThrowError LocalJumpError RegexpError SystemExit DomainError
  ]
  # Variables that are reset, or belong to a call.
  VARIABLES = %i[$_ $~ $, $/ $; $\\ $. $stdout $> $stdin $stderr]
  LIBRARIES = %w[set]

  MAIN = TOPLEVEL_BINDING.receiver
  REQUESTS, ANSWERS = STDIN.dup, STDOUT.dup
  THROW = MAIN.method(:throw)
  # The largest file that can be written, in bytes. It limits output.
  MOST_WRITTEN = 1 << 20

  module_function

  def temporary_file
    path = File.join(ENV['TMPDIR'] || '/tmp', "ninehole-#{$$}-#{rand(1 << 60)}")
    File.open(path, File::RDWR | File::CREAT | File::EXCL).tap { File.unlink(path) }
  end

  def unsupported(why)
    "unsupported 0 0 #{why.bytesize}\n#{why}"
  end

  # Gives up: only a real process can show what happens.
  def give_up(why)
    send_text(unsupported(why))
    Process.exit!(0)
  end

  def send_text(text)
    until text.empty?
      text = text.byteslice(ANSWERS.syswrite(text)..)
    end
  end

  def written(file)
    file.sysseek(0, IO::SEEK_CUR)
  end

  def empty(file)
    file.truncate(0)
    file.sysseek(0)
  end

  def open_streams
    @out, @err = temporary_file, temporary_file
    Process.setrlimit(Process::RLIMIT_FSIZE, MOST_WRITTEN)
    trap('XFSZ', 'IGNORE')
    STDOUT.reopen(@out)
    STDERR.reopen(@err)
    STDERR.sync = true
  end

  def open_input
    case @way
    when 'interactive'
      give_up("Ruby #{RUBY_VERSION}") unless Fiber.respond_to?(:set_scheduler)
      reader, @pipe = IO.pipe
      @pipe.sync = true
      STDIN.reopen(reader)
      Fiber.set_scheduler(Waiting.new)
    when 'stdin' then STDIN.reopen(@input = temporary_file)
    else STDIN.reopen('/dev/null')
    end
  end

  # A Fiber scheduler: called when the entry waits for a line, or to continue its output, for which it never has to wait. Calls
  # no method that an entry may define for all objects.
  class Waiting
    def io_wait(io, events, _timeout)
      Ninehole.wait unless events == IO::WRITABLE
      events
    end

    %i[kernel_sleep block unblock fiber process_wait timeout_after address_resolve fiber_interrupt].each do |name|
      define_method(name) { |*| Ninehole.give_up(name.to_s) }
    end

    def close; end
  end

  def wait
    length = @out.sysseek(0, IO::SEEK_CUR)
    line = @lines.shift unless @end
    if line
      @read_at << length
      return @pipe.syswrite(line)
    end
    @end ||= [:waiting, 0, length]
    THROW.call(self)
  end

  # The entry cannot be run here.
  class Refusal < Exception; end

  def refuse(why)
    raise Refusal, why
  end

  # Takes the source of the entry, or reports why it cannot.
  def take(source)
    prepare(source.force_encoding('UTF-8'))
    remember
    send_text("ready\n")
  rescue Refusal => refusal
    send_text(unsupported(refusal.message))
  end

  def prepare(source)
    refuse($&) if source =~ /\A#!.*ruby.*\s-.*/ || source =~ /\A#!(?!.*ruby).*/
    refuse($&) if source =~ /\$(?:[@!:"$]|-\w|DEBUG|VERBOSE|LOAD)|\bDATA\b|__dir__|__END__/
    begin
      @code = RubyVM::InstructionSequence.compile(source, @file, @file)
    rescue SyntaxError
      refuse('it cannot be compiled')
    end
    # True if Ruby warns when it reads the program.
    @is_warned_of = written(@err) > 0
    empty(@err)
    text = @code.disasm
    calls = text.scan(/mid:([^,>]+)|putobject +:([^ \n]+)/).flatten.compact.map(&:to_sym)
    @defined = text.scan(/\b(?:setconstant|defineclass) +:(\w+)/).flatten.map(&:to_sym)
    constants = text.scan(/\bgetconstant +:(\w+)|opt_getconstant_path +<ic:\d+ ([\w:]+)>/).flatten.compact
    constants = constants.flat_map { |path| path.split('::') }.reject(&:empty?).map(&:to_sym)
    @globals = text.scan(/\bsetglobal +:(\S+)/).flatten.map(&:to_sym).uniq - VARIABLES
    libraries = source.scan(/\brequire\s*\(?\s*['"]([^'"]*)['"]/).flatten

    refuse('instructions that are not known') unless text =~ /^\d+ leave\b/
    # This variable is frozen once it is set.
    rest = source.gsub(/__FILE__ *== *\$(?:0|PROGRAM_NAME)\b|\$(?:0|PROGRAM_NAME) *== *__FILE__/, '')
    refuse($&) if rest =~ /\$(?:0|PROGRAM_NAME)\b/
    functions = text.scan(/mid:([^,>]+)[^>]*\b[FV]CALL\b/).flatten.map(&:to_sym)
    found = functions.find { |name| (Kernel.private_instance_methods(false) - FUNCTIONS).include?(name) }
    refuse(found.to_s) if found
    refused = ((IO.instance_methods(false) | ARGF.class.instance_methods(false)) - STREAMS) | REFUSED
    # These run a fiber of their own, which cannot report that it waits.
    refused |= %i[next peek zip] if @way == 'interactive'
    refused |= %i[gets readline readlines $<] if @way == 'args' && source !~ /std(?:in)?\b.*(?:gets|readline)/i
    found = calls.find { |name| refused.include?(name) && !VARIABLES.include?(name) }
    refuse(found.to_s) if found
    refuse('ARGF') if source =~ /\$<|ARGF|\$FILENAME/ && (@way == 'args' || source =~ /ARGV|\$\*/)
    refuse('ARGV') if source =~ /ARGV|\$\*/ && @way != 'args'
    refuse('class <<') if text =~ /defineclass +:singletonclass/
    allowed = libraries.include?('set') ? CONSTANTS : CONSTANTS - [:Set]
    found = (constants - allowed - @defined).first
    found ||= @defined.find { |name| Object.const_defined?(name) }
    refuse("the constant #{found}") if found
    refuse('what is done once') if text =~ /^\d+ once\b/
    refuse('defined?') if source =~ /defined\?/ && text =~ /^\d+ defined .*:\$/
    text.scan(/^\d+ (\S+).*\n\d+ definesmethod/) { |(before)| refuse('a method of one object') if before != 'putself' }
    refuse('require') if calls.count(:require) != libraries.size || libraries.any? { |name| !LIBRARIES.include?(name) }
    refuse('Set') if calls.include?(:to_set) && !libraries.include?('set')
    libraries.each { |name| require name }
    refuse('global variables') if calls.include?(:global_variables)
    @defines = text =~ /\b(?:definemethod|definesmethod)\b/
    @reset = @globals.empty? ? nil : eval("-> { #{@globals.join(' = ')} = nil }")
  end

  # Everything that a session must leave as it was.
  def state
    modules = @modules.map do |one|
      [one.constants(false).size, one.instance_methods(false).size, one.private_instance_methods(false).size,
       one.singleton_methods(false).size, one.ancestors.size, one.frozen?, one.instance_variables, one.class_variables(false)]
    end
    streams = [STDIN, STDOUT, STDERR, ARGF, ARGV, MAIN].flat_map { |one| [one.frozen?, one.instance_variables, one.singleton_methods] }
    [modules, streams, $LOADED_FEATURES.size, $VERBOSE, $DEBUG, $0.dup]
  end

  def remember
    @constants = Object.constants(false)
    @methods = Object.instance_methods(false) | Object.private_instance_methods(false)
    @encodings = [Encoding.default_external, Encoding.default_internal]
    @state = state
  end

  def changed
    return if state == @state
    now = state
    index = @modules.each_index.find { |at| now[0][at] != @state[0][at] }
    index ? @modules[index].name : 'what outlives a session'
  end

  def evaluate
    catch(self) do
      @code.eval
      @end ||= [:ended, 0]
    rescue SystemExit => error
      @end ||= [:ended, error.status & 255]
    rescue Errno::EFBIG
      @end ||= [:flooding, 0]
    rescue SystemStackError, NoMemoryError, SignalException, ScriptError => error
      give_up(error.class.name)
    rescue Exception
      @is_complaint = true
      @end ||= [:ended, 1]
    end
  end

  def play(given)
    @end, @read_at, @lines, @is_complaint = nil, [], [], false
    case @way
    when 'interactive' then @lines = given.lines
    when 'stdin'
      @input.truncate(0)
      @input.pwrite(given, 0)
      STDIN.rewind
    else
      ARGV.replace(given.lines.map { |line| line.delete_suffix("\n").force_encoding(@encodings[0]).freeze })
    end
    # `$.` is the line number of the last read from any stream.
    $. = 0
    @way == 'interactive' ? Fiber.new(blocking: false) { evaluate }.resume : evaluate
    report
  end

  def report
    $stdout, $stderr, $stdin = STDOUT, STDERR, STDIN
    begin
      STDOUT.flush
    rescue Errno::EFBIG
      @end = [:flooding, 0] if @end[0] == :ended
    end
    how, status, length = @end
    length ||= written(@out)
    give_up('much output') if @limit >= MOST_WRITTEN && length >= MOST_WRITTEN || written(@err) >= MOST_WRITTEN
    give_up('much output') if how == :flooding && length < @limit
    output = length > 0 ? @out.pread(length, 0) : ''
    empty(@out)
    is_complaint = @is_complaint || @is_warned_of || written(@err) > 0
    empty(@err)
    tidy
    ["#{[how, status, is_complaint ? 1 : 0, output.bytesize, *@read_at].join(' ')}\n", output]
  end

  # Undoes what the entry has left behind.
  def tidy
    # Drops what could not be written, or was written after the end.
    STDOUT.flush
    empty(@out) if written(@out) > 0
    STDOUT.sync, STDERR.sync = false, true
    $, = $; = $\ = nil if $, || $; || $\
    $/ = "\n" unless $/ == "\n"
    ARGV.clear
    drain
    @reset&.call
    MAIN.instance_variables.each { |name| MAIN.remove_instance_variable(name) }
    (Object.constants(false) - @constants).each { |name| Object.send(:remove_const, name) } unless @defined.empty?
    return unless @defines
    added = (Object.instance_methods(false) | Object.private_instance_methods(false)) - @methods
    added.each { |name| Object.send(:remove_method, name) }
  end

  # Drops input that was not read.
  def drain
    if @way == 'interactive'
      nil while STDIN.read_nonblock(65_536, exception: false).is_a?(String)
      STDIN.lineno = 0
    end
    # Resets ARGF: the end of STDIN, line numbers. From then on it has its own list of arguments, hence not for `args`.
    ARGF.__send__(:initialize) unless @way == 'args'
  end

  def receive_words
    line = REQUESTS.gets("\n") or Process.exit!(0)
    line.split(' ')
  end

  def run
    [REQUESTS, ANSWERS].each(&:binmode)
    @way, *lengths = receive_words
    file, source = lengths.map { |length| REQUESTS.read(length.to_i) }
    $0 = @file = file.force_encoding(Encoding.find('locale'))
    open_streams
    open_input
    @modules = ObjectSpace.each_object(Module).reject(&:singleton_class?) - [self, Waiting, Refusal]
    take(source)
    loop do
      first, *lengths = receive_words
      lengths.map!(&:to_i)
      first == 'source' ? take(REQUESTS.read(*lengths)) : play_batch(first.to_i, *lengths)
    end
  end

  def play_batch(limit, *lengths)
    @limit = limit
    inputs = lengths.map { |length| REQUESTS.read(length) || '' }
    reports, since = [], Process.clock_gettime(Process::CLOCK_MONOTONIC)
    inputs.each.with_index(1) do |given, count|
      reports.concat(play(given))
      if count == inputs.size
        # Changes are looked for once for all sessions that were sent together, which are few at first.
        change = changed
        give_up("it changes #{change}") if change
      elsif Process.clock_gettime(Process::CLOCK_MONOTONIC) - since < 0.02
        next
      end
      send_text(reports.map(&:b).join)
      reports, since = [], Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end

begin
  Ninehole.run
rescue Exception => error
  Ninehole.give_up("#{error.class} in the worker")
end
