// Calls the service at a URL with java.net.http.HttpClient and its defaults, so each first request
// of a connection offers an upgrade to HTTP/2. Prints the statuses and the last body.
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

public class Calls {
    static final String POSITION = "{\"board\": \"XO./.X./..O\"}";

    public static void main(String[] arguments) throws Exception {
        URI url = URI.create(arguments[0] + "/v1/analysis");
        byte[] body = POSITION.getBytes(StandardCharsets.UTF_8);
        BodyPublisher[] publishers = {
            BodyPublishers.ofByteArray(body),
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)),  // chunked
            BodyPublishers.ofString(POSITION + " ".repeat(50_000)),
        };
        for (BodyPublisher publisher : publishers) {
            HttpRequest get = HttpRequest.newBuilder(URI.create(url + "?board=XO./.X./..O")).build();
            HttpRequest post = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json").POST(publisher).build();
            for (HttpRequest[] requests : new HttpRequest[][] {{get, post, post, get}, {post, get}}) {
                HttpClient client = HttpClient.newHttpClient();  // with a new connection
                for (HttpRequest request : requests) {
                    print(client.send(request, BodyHandlers.ofString()));
                }
            }
            HttpClient client = HttpClient.newHttpClient();
            Stream.generate(() -> client.sendAsync(post, BodyHandlers.ofString())).limit(20).toList()
                .forEach(response -> print(response.join()));
        }
    }

    static void print(HttpResponse<String> response) {
        System.out.println(response.statusCode() + " " + response.version() + " " + response.body());
    }
}
