import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

/** Runs mongo-java-server on a free port of 127.0.0.1, prints the port, and ends when standard input does. */
class Serve {
  public static void main(String[] arguments) throws Exception {
    var server = new MongoServer(new MemoryBackend().version(new MongoVersion() {
      @Override
      public List<Integer> getVersionArray() {
        return List.of(5, 0, 0);
      }

      // Node's driver refuses what speaks less than wire version 9; the library's own versions end at 8.
      @Override
      public int getWireVersion() {
        return 13;
      }
    }));
    server.bind("127.0.0.1", 0);
    System.out.println(server.getLocalAddress().getPort());
    while (System.in.read() != -1) {
      // The process that started this one holds the other end, whatever way it ends.
    }
    server.shutdownNow();
  }
}
