const { PolicyPack } = require("@pulumi/policy");
const hosting = require("pulumi-hosting");
const { hostingPolicies, validateResourceOfClass } = require("pulumi-hosting/policies");

const smallMachines = {
  name: "small-machines",
  description: "Machines of this team have the plan `small`.",
  enforcementLevel: "mandatory",
  validateResource: validateResourceOfClass(hosting.Instance, (machine, _args, report) => {
    if (machine.plan !== "small") report(`The plan ${machine.plan} is not allowed; take small.`);
  }),
};

new PolicyPack("team-rules", { policies: [...hostingPolicies(), smallMachines] });
