import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { Head } from "fresh/runtime";
import { FrameContext } from "@/components/frame_context.ts";
import { Brand } from "@/components/Brand.tsx";

/** The places of the top navigation. */
export type Place = "home" | "sound-check" | "people" | "settings" | "help" | null;

const PLACES: readonly { readonly place: Place; readonly href: string; readonly label: string }[] =
  [
    { place: "home", href: "/", label: "Consultations" },
    { place: "sound-check", href: "/sound-check", label: "Sound check" },
    { place: "people", href: "/people", label: "People" },
    { place: "settings", href: "/settings", label: "Settings" },
    { place: "help", href: "/help", label: "Help" },
  ];

export interface PageFrameProps {
  readonly title: string;
  readonly here: Place;
  readonly room: string;
  /** Shown only where a passphrase is set. */
  readonly canSignOut: boolean;
  readonly children: ComponentChildren;
}

/** What every page but the live one stands in. */
export function PageFrame({ title, here, room, canSignOut, children }: PageFrameProps) {
  const { managesPeople, remote, signedIn } = useContext(FrameContext);
  const places = PLACES.filter(({ place }) => place !== "people" || managesPeople);
  return (
    <>
      <Head>
        <title>{`${title} · Alba`}</title>
      </Head>
      <a class="skip" href="#content">Skip to the content</a>
      <header class="site-head">
        <Brand />
        <nav class="site-nav" aria-label="Pages">
          {places.map(({ place, href, label }) => (
            <a
              key={href}
              href={href}
              class={place === here ? "here" : undefined}
              aria-current={place === here ? "page" : undefined}
            >
              {label}
            </a>
          ))}
          {canSignOut && (
            <form method="post" action="/logout">
              <button type="submit">Sign out</button>
            </form>
          )}
        </nav>
        <span class="site-room">{[signedIn, room].filter(Boolean).join(" · ")}</span>
      </header>
      <main id="content" class="site-main" tabIndex={-1}>{children}</main>
      <footer class="site-foot">{remote ?? "Everything stays on this box."}</footer>
    </>
  );
}
