import { request } from 'node:http';

/**
 * Sends a POST request to a simulated host, whose name only the simulator resolves, and returns the
 * body of the response. switch.test breaks or repairs its feed, network-switch.test ends or
 * restores the network of the simulator, partner-list.test publishes the body as its list,
 * terms.test changes its terms of use and counts requests.
 */
export async function postToSite(address: URL, body = ''): Promise<string> {
  return new Promise((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: address.port,
        path: address.pathname + address.search,
        method: 'POST',
        headers: { Host: address.host },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => done(text));
      },
    );
    sent.on('error', fail);
    sent.end(body);
  });
}
