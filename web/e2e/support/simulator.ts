import { request } from 'node:http';

/**
 * Sends a POST request to a simulated host, whose name only the simulator resolves. switch.test
 * breaks or repairs its feed, network-switch.test ends or restores the network of the simulator,
 * partner-list.test publishes the body as its list.
 */
export async function postToSite(address: URL, body = ''): Promise<void> {
  await new Promise<void>((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: address.port,
        path: address.pathname + address.search,
        method: 'POST',
        headers: { Host: address.host },
      },
      (response) => response.resume().on('end', done),
    );
    sent.on('error', fail);
    sent.end(body);
  });
}
