/** A short WAV file that may be played and must not be kept by the browser. */
export function wavResponse(wav: Uint8Array<ArrayBuffer>): Response {
  return new Response(wav, {
    headers: {
      "Content-Type": "audio/wav",
      "Content-Length": String(wav.byteLength),
      "Cache-Control": "no-store",
    },
  });
}
