import {
  alertRule,
  bucket,
  certificate,
  container,
  firewall,
  forward,
  image,
  importedImage,
  instance,
  invitation,
  loadBalancer,
  network,
  poolVolume,
  server,
  volume,
} from "../clauses/bodies.ts";
import { type Case, fieldCases } from "./refusal.ts";

const members = "POST /v1/projects/proj_default/members";

/** Each field of each body: left out, of another sort, or with a value that it does not have. */
export const fieldRefusals: readonly Case[] = [
  ...fieldCases("POST /api/v1/instances", container(), [
    [["name"], undefined, "2.1: name string yes"],
    [["name"], "a/b", "2.1: path identifier of the instance ({name})"],
    [["type"], undefined, "2.1: type string yes"],
    [["type"], "spaceship", "2.1: one kind is given: container"],
    [["image"], 7, "2.1: image string yes"],
    [["image"], "debian", "2.1: image reference of the form <os>/<version>"],
    [["cpu_limit"], 2, "2.1: cpu_limit string no"],
    [["cpu_limit"], "many", "2.1: CPU count as a string"],
    [["memory_limit"], 2, "2.1: memory_limit string no"],
    [["memory_limit"], "much", "2.1: size with unit suffix, e.g. <n>GiB"],
    [["profile"], 7, "2.1: profile string no profile name"],
    [["colour"], 7, "bodies.unknownFields"],
  ]),
  ...fieldCases("POST /v1/instances", instance(), [
    [["name"], null, "2.2: name string yes"],
    [["region"], undefined, "2.2: region string yes region identifier <region>"],
    [["plan"], 7, "2.2: plan string yes plan identifier <plan>"],
    [["image"], 7, "2.2: image string one of image/source"],
    [["image"], undefined, "2.2: image string one of image/source"],
    [["source"], 7, "2.2: source object one of image/source"],
    [["source"], { type: "disk" }, "2.2: {type: image, image_id: <image_id>}"],
    [["source"], { type: "image" }, "2.2: {type: image, image_id: <image_id>}"],
    [["source"], { type: "image", image_id: "x" }, "2.7a: Image ids have the shape img_<id>."],
    [["source"], { type: "image", image_id: "img_x", more: 1 }, "bodies.unknownFields"],
  ]),
  ...fieldCases("POST /api/v2/servers", server(), [
    [["name"], "", "2.3: name string yes"],
    [["size"], undefined, "2.3: size string yes size identifier <size>"],
    [["network_access"], 7, "2.3: network_access string no"],
    [["network_access"], "private", "2.3: shared (default)"],
    [["network_access"], null, "bodies.null"],
  ]),
  ...fieldCases("POST /api/v1/networks", network(), [
    [["name"], 7, "2.5: Network create: name (string)"],
    [["description"], 7, "2.5: description (string)"],
    [["config"], 7, "2.5: config (object of string keys"],
    [["config", "ipv4.address"], 7, "2.5: key ipv4.address takes a CIDR such as <ip>/<prefix>"],
    [["config", "ipv4.address"], "x", "2.5: key ipv4.address takes a CIDR such as <ip>/<prefix>"],
  ]),
  ...fieldCases("POST /api/v1/firewalls", firewall(), [
    [["name"], undefined, "2.5: Its fields: not shown."],
    [["inbound"], 7, "2.5: Firewall policy: holds inbound and outbound rules."],
    [["outbound", "protocol"], "ftp", "firewalls.rules"],
    [["inbound", "ports"], ["many"], "firewalls.rules"],
    [["inbound", "sources"], ["10.0.0.1/8"], "firewalls.rules"],
    [["inbound", "destinations"], ["10.0.0.0/8"], "firewalls.rules"],
  ]),
  ...fieldCases("POST /api/v1/storage/pools/default/volumes", poolVolume(), [
    [["name"], 7, "2.6: Volume create: name (string)"],
    [["name"], "a/b", "routes.poolVolume.get"],
    [["config"], 7, "2.6: config (object)"],
    [["config", "size"], "big", "2.6: size (string with unit, e.g. <n>GiB)"],
  ]),
  ...fieldCases("POST /api/v1/storage/buckets", bucket(), [
    [["name"], undefined, "2.6: Bucket fields: not shown."],
    [["name"], "a/b", "routes.bucket.get"],
  ]),
  ...fieldCases("POST /v1/volumes", volume(), [
    [["name"], undefined, "2.7: name string yes"],
    [["region"], 7, "2.7: region string yes"],
    [["size_gb"], "10", "2.7: size_gb integer yes"],
    [["size_gb"], 7.5, "2.7: size_gb integer yes"],
    [["size_gb"], -1, "8: Minimum, maximum and default volume sizes: not shown."],
    [["filesystem"], 7, "2.7: filesystem string no"],
    [["filesystem"], "fat", "2.7: ext4, xfs, none (raw)"],
  ]),
  ...fieldCases("POST /v1/images", image("inst_x"), [
    [["name"], 7, "2.7a: Create from snapshot: name (string)"],
    [["source"], 7, "2.7a: source (object:"],
    [["source", "type"], "disk", "2.7a: type = snapshot"],
    [["source", "instance_id"], 7, "2.7a: instance_id string"],
    [["source", "snapshot"], undefined, "2.7a: snapshot string snapshot name"],
  ]),
  ...fieldCases("POST /v1/images/import", importedImage(), [
    [["name"], 7, "2.7a: Import: name (string)"],
    [["url"], "ftp://images.test/a", "2.7a: url (string, address of the image file)"],
    [["format"], "iso", "2.7a: format (raw, qcow2, vmdk)"],
    [["os_type"], 7, "2.7a: os_type (string, e.g. linux)"],
    [["os_type"], undefined, "images.osType"],
  ]),
  ...fieldCases("POST /v1/floating-ips", { region: "eu" }, [
    [["region"], undefined, "4.2: POST /floating-ips {region}"],
  ]),
  ...fieldCases("POST /v1/load-balancers", loadBalancer(), [
    [["name"], 7, "2.9: name string yes"],
    [["region"], 7, "2.9: region string yes"],
    [["forwarding_rules"], undefined, "2.9: forwarding_rules array of rule yes see below"],
    [["forwarding_rules"], [], "refusals.invalid"],
    [["forwarding_rules", "entry_port"], "80", "2.9: entry_port (integer)"],
    [["forwarding_rules", "entry_port"], 0, "2.9: entry_port (integer)"],
    [["forwarding_rules", "entry_protocol"], "ftp", "2.9: entry_protocol (http, https shown)"],
    [["forwarding_rules", "target_port"], 70_000, "2.9: target_port (integer)"],
    [["forwarding_rules", "target_protocol"], 7, "2.9: target_protocol (http shown)"],
    [["forwarding_rules", "certificate_id"], 7, "2.9: certificate_id (string cert_<id>"],
    [["forwarding_rules", "certificate_id"], null, "bodies.null"],
    [["forwarding_rules", "colour"], 7, "bodies.unknownFields"],
    [["health_check"], 7, "2.9: health_check object yes see below"],
    [["health_check", "protocol"], 7, "2.9: Health check: protocol (string)"],
    [["health_check", "port"], 7.5, "2.9: port (integer)"],
    [["health_check", "path"], 7, "2.9: path (string)"],
    [["health_check", "interval"], "1", "2.9: interval"],
    [["health_check", "timeout"], "1", "2.9: timeout"],
    [["health_check", "threshold"], "1", "2.9: threshold (integers)"],
    [["health_check", "threshold"], undefined, "loadBalancers.healthCheck"],
    [["backend_instances"], undefined, "2.9: backend_instances array of instance ids yes"],
    [["backend_instances"], [7], "2.9: backend_instances array of instance ids yes"],
    [["algorithm"], 7, "fields.algorithm"],
    [["algorithm"], "best", "2.9: round_robin (default"],
    [["algorithm"], null, "bodies.null"],
    [["forwarding_rules", "entry_protocol"], "tcp", "loadBalancers.protocols"],
    [["forwarding_rules", "entry_protocol"], "https", "loadBalancers.httpsWithoutCertificate"],
    [["forwarding_rules", "certificate_id"], "cert_x", "loadBalancers.certificateElsewhere"],
  ]),
  ...fieldCases("POST /v1/certificates", certificate(), [
    [["name"], 7, "2.9: Certificate: name"],
    [["private_key"], undefined, "2.9: private_key"],
    [["private_key"], "mine", "2.9: PEM text"],
    [["certificate"], 7, "2.9: Certificate: … certificate,"],
    [["certificate_chain"], 7, "2.9: certificate_chain (all strings"],
  ]),
  ...fieldCases("POST /api/v1/monitoring/alerts", alertRule(), [
    [["name"], 7, "2.10: name string"],
    [["metric"], 7, "2.10: metric string"],
    [["condition"], 7, "2.10: condition string"],
    [["threshold"], "90", "2.10: threshold number"],
    [["channels"], 7, "2.10: channels string"],
    [["channels"], "pager", "2.10: comma-separated list of email, slack, discord, webhook"],
    [["channels"], undefined, "alertRules.channels"],
    [["channels"], "email, slack", "alertRules.blanks"],
    [["cooldown_minutes"], "5", "2.10: cooldown_minutes integer"],
    [["cooldown_minutes"], -5, "2.10: integer minutes"],
  ]),
  ...fieldCases(members, invitation(), [
    [["email"], "nobody", "2.12: email (string"],
    [["role"], "boss", "2.12: role (owner, admin, developer, viewer)"],
  ]),
  ...["POST /v1/volumes", "POST /v1/floating-ips"].flatMap((route) =>
    fieldCases(route, volume(), [[["colour"], 1, "bodies.unknownFields"]]),
  ),
  ...onSomethingThere(),
];

/** Bodies of routes about an object: it is looked for first. */
function onSomethingThere(): readonly Case[] {
  const forwards = fieldCases("POST /api/v1/instances/web/ports", forward(20_001), [
    [["protocol"], undefined, "2.4: protocol string yes"],
    [["protocol"], "sctp", "2.4: tcp or udp"],
    [["public_port"], "80", "2.4: public_port integer yes"],
    [["target_port"], "80", "2.4: target_port integer yes"],
    [["target_port"], 70_000, "2.4: 1 to 65535"],
    [["description"], 7, "2.4: description string no"],
  ]);
  const actions = fieldCases("POST /api/v1/instances/web/action", { action: "stop" }, [
    [["action"], undefined, "4.1: POST /instances/{name}/action {action}"],
    [["action"], "explode", "4.1: action is start, stop, restart, freeze, unfreeze"],
  ]);
  return [...forwards, ...actions].map((one) => ({
    ...one,
    play: async (world) => {
      await world.container();
      return one.play(world);
    },
  }));
}
