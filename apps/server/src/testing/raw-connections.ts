// Connections over which a test writes the bytes of HTTP itself.
import { type AddressInfo, connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { createTestApp, type TestApp } from "#testing/test-app.ts";

export type RawConnection = { socket: Socket; received: () => string; isOpen: () => boolean };

/** Creates an app that listens on a free port. */
export async function createListeningApp(options: Parameters<typeof createTestApp>[0]): Promise<TestApp> {
  const app = await createTestApp(options);
  await app.app.listen({ host: "127.0.0.1", port: 0 });
  return app;
}

/** The connections of the present test. */
export const sockets: Socket[] = [];

/** Opens a connection, which is destroyed after the test. */
export function openConnection(server: TestApp["app"]["server"]): RawConnection {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  onTestFinished(() => {
    socket.destroy();
    sockets.splice(sockets.indexOf(socket), 1);
  });
  let text = "";
  let open = true;
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.once("close", () => {
    open = false;
  });
  return { socket, received: () => text, isOpen: () => open };
}
