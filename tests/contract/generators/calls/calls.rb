# Uses the client that OpenAPI Generator makes for Ruby.
require "openapi_client"

def check(holds)
  raise "not what was expected" unless holds
end

OpenapiClient.configure do |configuration|
  configuration.scheme, configuration.host = ARGV[0].split("://")
  configuration.server_index = nil
end
analysis = OpenapiClient::AnalysisApi.new

answer = analysis.post_analysis(OpenapiClient::AnalysisRequest.new(board: "XO./.X./..O"))
check answer.best_move == 3 && answer.moves[0].estimate.nil?
check answer.position.cells[0] == "X" && answer.position.cells[2].to_s.empty?
check analysis.get_analysis(board: "XO./.X./..O").to_hash == answer.to_hash

turn = OpenapiClient::BestMoveRequest.new(moves: [0, 1, 4, 8], seed: 2**53 - 1)
played = OpenapiClient::PlayApi.new.post_best_move(turn)
check played.move.outcome == OpenapiClient::Outcome::WIN && played.seed == 2**53 - 1

review = OpenapiClient::ReviewApi.new.get_review(moves: [4, 0, 8])
check review.plies.size == 3 && review.plies[0].verdict == ARGV[2]

begin
  analysis.post_analysis(OpenapiClient::AnalysisRequest.new(board: "XXX/OOO/..."))
  raise "an illegal position was accepted"
rescue OpenapiClient::ApiError => error
  check error.code == 422
  problem = OpenapiClient::Problem.build_from_hash(JSON.parse(error.response_body, symbolize_names: true))
  check problem.code == ARGV[1]
end
