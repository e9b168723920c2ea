import { asset } from "fresh/runtime";
import { define } from "@/lib/web/define.ts";

export default define.page(function App({ Component }) {
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
        <Component />
      </body>
    </html>
  );
});
