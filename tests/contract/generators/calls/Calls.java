// Uses the client that OpenAPI Generator makes for Java.
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AnalysisApi;
import org.openapitools.client.api.PlayApi;
import org.openapitools.client.api.ReviewApi;
import org.openapitools.client.model.AnalysisRequest;
import org.openapitools.client.model.BestMoveRequest;
import org.openapitools.client.model.Outcome;
import org.openapitools.client.model.Problem;

public class Calls {
    static void check(boolean holds) {
        if (!holds) throw new AssertionError("not what was expected");
    }

    public static void main(String[] arguments) throws Exception {
        var client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        var analysis = new AnalysisApi(client);

        var answer = analysis.postAnalysis(new AnalysisRequest().board("XO./.X./..O"));
        check(answer.getBestMove() == 3 && answer.getMoves().get(0).getEstimate() == null);
        check(answer.getPosition().getCells().get(2) == null);
        check(analysis.getAnalysis("XO./.X./..O", null, null, null, null, null, null, null, null, null).equals(answer));

        var turn = new BestMoveRequest().moves(List.of(0, 1, 4, 8)).seed((1L << 53) - 1);
        var played = new PlayApi(client).postBestMove(turn);
        check(played.getMove().getOutcome() == Outcome.WIN && played.getSeed() == (1L << 53) - 1);

        var review = new ReviewApi(client).getReview(List.of(4, 0, 8), null, null, null, null, null, null, null);
        check(review.getPlies().size() == 3 && review.getPlies().get(0).getVerdict().equals(arguments[2]));

        try {
            analysis.postAnalysis(new AnalysisRequest().board("XXX/OOO/..."));
            throw new AssertionError("an illegal position was accepted");
        } catch (ApiException error) {
            check(error.getCode() == 422);
            var problem = ApiClient.createDefaultObjectMapper().readValue(error.getResponseBody(), Problem.class);
            check(problem.getCode().equals(arguments[1]));
        }
    }
}
