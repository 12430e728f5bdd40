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

	rows := []string{"XO.", ".X.", "..O"}
	cells := []interface{}{"x", "o", nil, nil, "x", nil, nil, nil, "o"}
	for _, board := range []noughts.Board{{ArrayOfString: &rows}, {ArrayOfAny: &cells}} {
		request := noughts.NewAnalysisRequest(board)
		answer, _, err := client.AnalysisAPI.PostAnalysis(ctx).AnalysisRequest(*request).Execute()
		check(err == nil && *answer.BestMove.Get() == 3)
		check(answer.Moves[0].Outcome == noughts.OUTCOME_WIN)
	}

	move := noughts.NewBestMoveRequest(noughts.Board{ArrayOfString: &rows})
	move.SetSeed(1<<53 - 1)
	played, _, err := client.PlayAPI.PostBestMove(ctx).BestMoveRequest(*move).Execute()
	check(err == nil && *played.Seed.Get() == 1<<53-1)

	_, _, err = client.AnalysisAPI.GetAnalysis(ctx).Board("XXX/OOO/...").Execute()
	var refusal *noughts.GenericOpenAPIError
	check(errors.As(err, &refusal))
	problem, isProblem := refusal.Model().(noughts.Problem)
	check(isProblem && problem.Code == noughts.PROBLEMCODE_BOTH_WON)

	_, stream, _ := client.AnalysisAPI.StreamAnalysis(ctx).Board("XO./.X./..O").Execute()
	events, _ := io.ReadAll(stream.Body)
	check(strings.HasPrefix(string(events), "event: analysis\ndata: {"))
}
