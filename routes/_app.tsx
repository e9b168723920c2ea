import { asset } from "fresh/runtime";
import { remoteEngineWords } from "@/lib/engines/engine_addresses.ts";
import { services } from "@/lib/services.ts";
import { may } from "@/lib/people/permissions.ts";
import { define, type State } from "@/lib/web/define.ts";
import { FrameContext, type FrameFacts } from "@/components/frame_context.ts";

/** An error may come before anybody has been asked who they are. */
function factsOf({ access }: Partial<State>): FrameFacts {
  const person = access?.person ?? null;
  return {
    signedIn: access?.loginRequired === true ? person?.name ?? null : null,
    managesPeople: person !== null && may(person, "manage_people"),
    remote: remoteEngineWords(services().config),
  };
}

export default define.page(function App({ Component, state }) {
  const facts = factsOf(state);
  return (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Alba</title>
        <link rel="icon" href={asset("/favicon.svg")} type="image/svg+xml" />
        <link rel="stylesheet" href={asset("/styles.css")} />
      </head>
      <body>
        {facts.remote !== null && (
          <aside class="remote-words" aria-label="Where patients' words go">{facts.remote}</aside>
        )}
        <FrameContext.Provider value={facts}>
          <Component />
        </FrameContext.Provider>
      </body>
    </html>
  );
});
