# Reads all answers, then writes all output.
class TicTacToe
  WINS = '012 345 678 036 147 258 048 246'.split.map { |line| line.chars.map(&:to_i) }

  def initialize(answers)
    @answers = answers
    @cells = Array.new(9)
    @out = []
  end

  def run
    9.times do |turn|
      @player = turn.odd? ? 'O' : 'X'
      @out << picture
      field = ask
      return @out.join if field.nil?

      @cells[field] = @player
      return @out.push(@player, " won.\n").join if WINS.any? { |line| @cells.values_at(*line).all?(@player) }
    end
    @out.push("tie.\n").join
  end

  private

  def ask
    loop do
      @out << "#{@player}> "
      answer = @answers.shift
      return nil unless answer
      return answer.to_i if answer.match?(/\A[0-8]\z/) && @cells[answer.to_i].nil?

      @out << "invalid.\n"
    end
  end

  def picture
    @cells.each_slice(3).map { |row| row.map { |cell| cell || '.' }.join + "\n" }.join
  end
end

print TicTacToe.new($stdin.readlines(chomp: true)).run
