/** What the page has before its script shows anything: the places that it fills. */
export const body = `
<header>
<h1>Embedded platform</h1>
<p id="world"></p>
<div class="clock" role="group" aria-label="Clock">
<span id="pace"></span><time id="clock"></time>
<button type="button" id="hold">Freeze</button>
<form id="advance"><label for="advance-by">Advance by</label><input id="advance-by" type="number" min="1" step="any" value="1" required>
<select id="advance-unit" aria-label="Unit"><option value="1">seconds</option><option value="60">minutes</option><option value="3600" selected>hours</option><option value="86400">days</option></select>
<button>Advance</button></form>
</div>
</header>
<nav aria-label="Views"><div role="tablist" aria-label="Views">
${tab("objects", "Objects", { isOpen: true })}
${tab("links", "Picture")}
${tab("requests", "Requests", { isCounted: true })}
${tab("faults", "Faults", { isCounted: true })}
${tab("bill", "Bill")}
</div></nav>
<div id="told"><p id="problem" role="alert"></p><p id="done" role="status"></p></div>
<main>
<p id="no-script">Scripts are needed to show the world.</p>
<section role="tabpanel" id="objects" aria-labelledby="tab-objects">
<div class="bar"><label>Filter <input type="search" id="object-filter" placeholder="words, like: volume eu" autocomplete="off" spellcheck="false"></label>
<select id="object-noun" aria-label="Kind"><option value="">all kinds</option></select>
<select id="object-state" aria-label="State"><option value="">any state</option></select>
<span class="count" id="object-count" role="status" aria-label="Objects listed"></span></div>
${split("object", "Objects")}
</section>
<section role="tabpanel" id="links" aria-labelledby="tab-links" hidden>
<div class="bar"><label>Draw <select id="picture-scope"><option value="" hidden></option><option value="all">the whole world</option><option value="about">what belongs to the chosen object</option></select></label>
<span class="count" id="picture-hint" role="status"></span></div>
<div id="picture" tabindex="0" role="region" aria-label="Picture"></div>
</section>
<section role="tabpanel" id="requests" aria-labelledby="tab-requests" hidden>
<div class="bar"><label>Filter <input type="search" id="request-filter" placeholder="words, like: POST volumes" autocomplete="off" spellcheck="false"></label>
<select id="request-outcome" aria-label="Outcome"><option value="">all answers</option><option value="done">done</option><option value="refused">refused</option><option value="failed">failed</option></select>
<span class="count" id="request-count" role="status" aria-label="Requests listed"></span></div>
<ul id="rates" aria-label="Rate windows"></ul>
${split("request", "Requests")}
</section>
<section role="tabpanel" id="faults" aria-labelledby="tab-faults" hidden>
<div class="narrow">
<table><caption class="hint">What goes wrong with requests, in the order in which it was added</caption>
<thead><tr><th scope="col">Fault</th><th scope="col">What it does</th><th scope="col" class="number">Matched</th><th scope="col" class="number">Met</th><td></td></tr></thead><tbody id="fault-list"></tbody></table>
<p class="hint" id="fault-empty"></p>
<p class="buttons"><button type="button" id="fault-clear" disabled>End all</button></p>
<form id="fault-form" aria-label="Add a fault">
<label>New fault, like <select id="fault-template"></select></label>
<label>As JSON <textarea id="fault-text" rows="6" spellcheck="false" required></textarea></label>
<button>Add</button>
</form>
</div>
</section>
<section role="tabpanel" id="bill" aria-labelledby="tab-bill" hidden>
<div class="narrow">
<div class="bar"><select id="bill-project" aria-label="Project"><option value="">all projects</option></select>
<span class="count" id="bill-time"></span></div>
<table><thead><tr><th scope="col">Project</th><th scope="col">What</th><th scope="col">Which</th><th scope="col" class="number">A month</th></tr></thead>
<tbody id="bill-lines"></tbody>
<tfoot><tr><th scope="row" colspan="3">Total</th><td class="number" id="bill-total"></td></tr></tfoot></table>
<h2 class="small">Without a price in the specification</h2>
<ul id="bill-unpriced"></ul>
</div>
</section>
</main>
`;

function tab(name: string, title: string, { isOpen = false, isCounted = false } = {}): string {
  return `<button type="button" role="tab" id="tab-${name}" aria-controls="${name}" aria-selected="${isOpen}" tabindex="${isOpen ? 0 : -1}">${title}${isCounted ? `<span id="number-${name}"></span>` : ""}</button>`;
}

/** A list beside what is chosen in it. */
function split(name: string, title: string): string {
  return `<div class="split"><div class="list"><div class="grid" id="${name}-grid" role="grid" tabindex="0" aria-label="${title}"></div><p class="hint" id="${name}-empty"></p></div><aside class="pane" id="${name}-pane" tabindex="0" aria-label="Chosen"></aside></div>`;
}
