import java.net.*;
import java.net.http.*;
import java.nio.file.*;
import java.security.*;
import java.security.cert.*;
import javax.net.ssl.*;

/** Java's own HttpClient. Arguments: host and port of the proxy, the CA, HTTP_1_1 or HTTP_2, and the prompts. */
class Ask {
  public static void main(String[] args) throws Exception {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var file = Files.newInputStream(Path.of(args[2]))) {
      store.setCertificateEntry("weir", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    var client = HttpClient.newBuilder().sslContext(context).version(HttpClient.Version.valueOf(args[3]))
      .proxy(ProxySelector.of(new InetSocketAddress(args[0], Integer.parseInt(args[1])))).build();
    for (int i = 4; i < args.length; i++) {
      var body = "{\"model\":\"gpt-5\",\"messages\":[{\"role\":\"user\",\"content\":\"" + args[i] + "\"}]}";
      var request = HttpRequest.newBuilder(URI.create("https://api.openai.com/v1/chat/completions"))
        .header("content-type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build();
      var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      var text = answer.body().replaceAll(".*\"(?:message|content)\": ?\"((?:[^\"\\\\]|\\\\.)*)\".*", "$1").replace("\\\"", "\"");
      System.out.println(answer.version() + " " + answer.statusCode() + ": " + text.replace("\n", " "));
    }
    System.exit(0);
  }
}
