/** A user's program that answers for an instance, a moment after it was asked: `node … <port> <id> <image>`. */
import { createServer } from "node:http";

const [port, id, image] = process.argv.slice(2);
const answer = JSON.stringify({ id, image, isMine: true });
const server = createServer(
  (_request, response) => void setTimeout(() => response.end(answer), 20),
);
server.listen(Number(port), "127.0.0.1", () => console.log(server.address()?.port));
