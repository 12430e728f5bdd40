// Uses the client that OpenAPI Generator makes for Go.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"noughts"
)

func check(holds bool) {
	if !holds {
		panic("not what was expected")
	}
}

func main() {
	configuration := noughts.NewConfiguration()
	configuration.Servers = noughts.ServerConfigurations{{URL: os.Args[1]}}
	client := noughts.NewAPIClient(configuration)
	ctx := context.Background()

	request := noughts.NewAnalysisRequest()
	request.SetBoard("XO./.X./..O")
	answer, _, err := client.AnalysisAPI.PostAnalysis(ctx).AnalysisRequest(*request).Execute()
	check(err == nil && *answer.BestMove.Get() == 3)
	check(answer.Moves[0].Outcome == noughts.OUTCOME_WIN)
	check(*answer.Position.Cells[0] == "X" && answer.Position.Cells[2] == nil)
	same, _, err := client.AnalysisAPI.GetAnalysis(ctx).Board("XO./.X./..O").Execute()
	check(err == nil && *same.Score.Get() == *answer.Score.Get())

	var moves []int32
	for {
		turn := noughts.NewBestMoveRequest()
		turn.SetMoves(moves)
		turn.SetSeed(1<<53 - 1)
		played, _, err := client.PlayAPI.PostBestMove(ctx).BestMoveRequest(*turn).Execute()
		check(err == nil && *played.Seed.Get() == 1<<53-1)
		same, _, err := client.PlayAPI.GetBestMove(ctx).Moves(moves).Seed(1<<53 - 1).Execute()
		check(err == nil && same.Position.Notation == played.Position.Notation)
		if played.Move.Get() == nil {
			break
		}
		moves = append(moves, played.Move.Get().Cell)
	}

	review, _, err := client.ReviewAPI.GetReview(ctx).Moves(moves).Execute()
	check(err == nil && len(review.Plies) == 9 && review.Plies[0].Verdict == os.Args[3])

	_, _, err = client.AnalysisAPI.GetAnalysis(ctx).Board("XXX/OOO/...").Execute()
	var refusal *noughts.GenericOpenAPIError
	check(errors.As(err, &refusal))
	problem, isProblem := refusal.Model().(noughts.Problem)
	check(isProblem && problem.Code == os.Args[2])

	_, stream, _ := client.AnalysisAPI.StreamAnalysis(ctx).Board("XO./.X./..O").Execute()
	events, _ := io.ReadAll(stream.Body)
	check(strings.Contains(string(events), "event: analysis\ndata: {"))
}
