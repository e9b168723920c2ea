import { HttpError } from "fresh";
import { define } from "@/lib/web/define.ts";
import { MessagePage } from "@/components/MessagePage.tsx";
import { PageFrame } from "@/components/PageFrame.tsx";

export default define.page(function ErrorPage({ error, url }) {
  return (
    <PageFrame title="Something went wrong" here={null} room="" canSignOut={false}>
      <MessagePage {...messageOf(error, url.pathname)} />
    </PageFrame>
  );
});

/** Refusals say what they say; of a fault only that it happened, because its text may say more. */
function messageOf(error: unknown, path: string) {
  if (error instanceof HttpError && error.status < 500 && error.message !== "") {
    const next = error.status === 401
      ? { href: `/login?next=${encodeURIComponent(path)}`, label: "Sign in" }
      : { href: "/", label: "All consultations" };
    return { title: "That did not work", words: error.message, next };
  }
  return {
    title: "Something went wrong on the box",
    words: "What was recorded is safe. Try again; if it keeps happening, restart Alba and run " +
      "“deno task doctor”, which says what is wrong.",
    next: { href: "/", label: "All consultations" },
  };
}
