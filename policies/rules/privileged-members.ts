import { ProjectMember } from "../../resources/index.ts";
import { outside } from "../facts/match.ts";
import { resourceRule } from "../rule.ts";
import { optionalTexts } from "../settings.ts";

export const privilegedMembers = resourceRule(
  {
    name: "privileged-members",
    topic: "access",
    severity: "high",
    level: "advisory",
    about: "Owners and admins have e-mail addresses of listed domains.",
    fix: "Use the role developer or viewer, or add the domain to allowedDomains.",
    settings: { allowedDomains: optionalTexts("Domains of e-mail addresses, like example.com.") },
  },
  (on) => [
    on(ProjectMember, ({ properties: { email, role } }, { allowedDomains }) => {
      if (typeof email !== "string" || (role !== "owner" && role !== "admin")) return [];
      const domain = email.split("@").at(-1)?.toLowerCase();
      return outside(
        `role is ${role}, and the domain of its e-mail address`,
        domain,
        allowedDomains,
      );
    }),
  ],
);
