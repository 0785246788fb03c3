import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

const titles = { 502: "502 Bad Gateway", 504: "504 Gateway Time-out" } as const;

export const page = defineFault({
  given: () => z.object({ page: z.literal([502, 504]) }),
  does: ({ page }) => ({
    instead: {
      status: page,
      headers: { "content-type": "text/html" },
      body: `<html>\n<head><title>${titles[page]}</title></head>\n<body><center><h1>${titles[page]}</h1></center></body>\n</html>\n`,
    },
  }),
});
