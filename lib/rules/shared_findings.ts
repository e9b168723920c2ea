/** Findings that more than one complaint asks about, by region. */
export * from "@/lib/rules/findings/chest.ts";
export * from "@/lib/rules/findings/abdomen.ts";
export * from "@/lib/rules/findings/head.ts";
export * from "@/lib/rules/findings/limbs.ts";
export * from "@/lib/rules/findings/general.ts";
