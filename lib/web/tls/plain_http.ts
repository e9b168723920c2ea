/** True for the first byte of a TLS connection: a record of type handshake (RFC 8446 §5.1). */
export function isTls(firstByte: number): boolean {
  return firstByte === 22;
}

const HOST = /^host:[ \t]*([A-Za-z0-9.:[\]-]{1,255})[ \t]*$/im;
const REQUEST_LINE = /^(GET|HEAD) (\/[!-~]{0,2000}) HTTP\/1\.[01]\r?$/m;

/**
 * The answer to somebody who speaks unencrypted to the encrypted port, as people do who type the
 * address without "https": a browser is led on, anything else is told. Nothing of the request is
 * acted upon. `head` is what came first on the connection.
 */
export function plainHttpAnswer(head: string): string {
  const host = HOST.exec(head)?.[1];
  const path = REQUEST_LINE.exec(head)?.[2];
  const leadsOn = host !== undefined && path !== undefined;
  const words = "Alba answers only encrypted here. Open the address with https:// in front" +
    `${host === undefined ? "" : `: https://${host}/`}\n`;
  return [
    leadsOn ? "HTTP/1.1 308 Permanent Redirect" : "HTTP/1.1 400 Bad Request",
    ...(leadsOn ? [`Location: https://${host}${path}`] : []),
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${words.length}`,
    "Cache-Control: no-store",
    "X-Alba-Refusal: use_https",
    "Connection: close",
    "",
    words,
  ].join("\r\n");
}
