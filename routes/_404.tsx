import { define } from "@/lib/web/define.ts";
import { MessagePage } from "@/components/MessagePage.tsx";
import { PageFrame } from "@/components/PageFrame.tsx";

export default define.page(function NotFoundPage() {
  return (
    <PageFrame title="Not found" here={null} room="" canSignOut={false}>
      <MessagePage
        title="There is no such page"
        words="The address may be mistyped, or the consultation was deleted."
        next={{ href: "/", label: "All consultations" }}
      />
    </PageFrame>
  );
});
