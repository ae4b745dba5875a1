package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// judgement collects what is wrong about a behaviour.
type judgement struct {
	*endpoint
	*observed
	world *world
	wrong []string
}

func (j *judgement) add(format string, args ...any) {
	j.wrong = append(j.wrong, fmt.Sprintf(format, args...))
}

// judge returns what is wrong in the conclusions about an endpoint.
func (w *world) judge(e *endpoint, o *observed) []string {
	j := &judgement{endpoint: e, observed: o, world: w}
	for _, rule := range []func(){j.states, j.reached, j.onWorkList, j.itemsOnce, j.itemFields, j.spreads, j.heldItems,
		j.pauses, j.waits, j.robotsObeyed, j.traffics, j.recorded, j.nextCheck, j.times, j.alerted, j.suggested} {
		rule()
	}
	return j.wrong
}

// path returns the states of the checks without repetitions.
func (o *observed) path() (list []health.State) {
	for _, c := range o.checks {
		if len(list) == 0 || list[len(list)-1] != c.State {
			list = append(list, c.State)
		}
	}
	return list
}

func (j *judgement) states() {
	if len(j.checks) < 3 && !j.want.few {
		j.add("only %d checks", len(j.checks))
	}
	if path := j.path(); !j.want.matches(path) {
		j.add("states: %s, expected %s", j.timedPath(), cmp.Or(j.want.states, "ok"))
	}
	if last := j.state; len(j.checks) > 0 && last.Enabled && last.Cause != j.want.cause && j.want.cause != anyCause {
		j.add("cause %q, expected %q", last.Cause, j.want.cause)
	}
}

// timedPath returns the changes of the state with their times.
func (j *judgement) timedPath() string {
	var parts []string
	var last health.State
	for _, c := range j.checks {
		if c.State == last {
			continue
		}
		last = c.State
		part := string(c.State)
		if c.Cause != "" {
			part += " (" + string(c.Cause) + ")"
		}
		if parts = append(parts, part+" "+short(c.At.Sub(j.world.start))); len(parts) > 8 {
			parts = append(parts, "…")
			break
		}
	}
	return strings.Join(parts, ", ")
}

func (j *judgement) reached() {
	for _, r := range j.want.reach {
		limit := j.world.start.Add(r.after + r.within)
		if !slices.ContainsFunc(j.checks, func(c checked) bool {
			return c.State == r.state && !c.At.Before(j.world.start.Add(r.after)) && !c.At.After(limit)
		}) {
			j.add("not %s within %s after %s", r.state, short(r.within), short(r.after))
		}
	}
}

// failedRecently is the time without a success for which an endpoint may be in the state “failed
// recently”, which is not on the work list, and a minute for the duration of a check.
const failedRecently = 6*hour + minute

// onWorkList checks that each failed check after the stated time puts the source on the work list.
func (j *judgement) onWorkList() {
	var since time.Time
	for _, c := range j.checks {
		switch {
		case c.Cause == health.None, c.Cause.HoldsItems(), len(j.acts) > 0:
			since = time.Time{}
		case since.IsZero():
			since = c.At
		case c.State == health.Degraded && c.At.Sub(since) > failedRecently:
			j.add("not on the work list after %s without a success", short(c.At.Sub(since)))
			return
		}
	}
}

// itemsOnce compares the stored items with the published articles.
func (j *judgement) itemsOnce() {
	if j.want.items == anyItems {
		return
	}
	if j.want.items != 0 {
		if expected := max(j.want.items, 0); j.items != expected {
			j.add("%d items, expected %d", j.items, expected)
		}
		return
	}
	if len(j.served) == 0 {
		j.add("no articles were requested")
	}
	repeated, missing, extra := 0, 0, 0
	for _, n := range j.stored {
		repeated += n - 1
	}
	for n := range j.served {
		if j.stored[n] == 0 && (j.want.missing == nil || !j.want.missing(n)) {
			missing++
		}
	}
	for n := range maps.Keys(j.stored) {
		if !j.served[n] {
			extra++
		}
	}
	extra += j.items - len(j.stored) - repeated
	if repeated > 0 {
		j.add("%d articles stored again", repeated)
	}
	if missing > 0 {
		j.add("%d of %d articles not stored", missing, len(j.served))
	}
	if extra > 0 {
		j.add("%d items that were not published", extra)
	}
}

// itemFields compares the fields of the stored items.
func (j *judgement) itemFields() {
	for text, n := range j.wrongFields {
		j.add("%d items with %s", n, text)
	}
}

// spreads checks that the requests of each hour but the first are spread.
func (j *judgement) spreads() {
	first, last := map[int]time.Duration{}, map[int]time.Duration{}
	for _, h := range j.hits {
		n := int(h.elapsed / hour)
		if _, found := first[n]; !found {
			first[n] = h.elapsed
		}
		last[n] = h.elapsed
	}
	for n := range first {
		if spread := last[n] - first[n]; j.want.spread > 0 && n > 0 && n < int(j.world.length/hour) &&
			spread < j.want.spread {
			j.add("the requests of hour %d are within %s", n, spread.Round(time.Second))
		}
	}
}

func (j *judgement) heldItems() {
	if (j.held > 0) != j.want.held && !j.want.mayHold {
		j.add("%d held items", j.held)
	}
}

// pauses checks the pauses between the requests to the site, and between the checks of the
// endpoint.
func (j *judgement) pauses() {
	latest := map[string]hit{} // by host
	var close []string
	floor := time.Duration(float64(schedule.Limits{}.Floor(j.tier)) * 0.85)
	var last hit
	early := 0
	for _, h := range j.hits {
		if previous, found := latest[h.host]; found && h.at.Sub(previous.at) < leastPause {
			close = append(close, fmt.Sprintf("%s after %s, %s of %s after %s of %s", short(h.elapsed),
				h.at.Sub(previous.at).Round(time.Millisecond),
				h.path, h.worker, previous.path, previous.worker))
		}
		latest[h.host] = h
		if !h.isCheck() {
			continue
		}
		if !last.at.IsZero() && h.at.Sub(last.at) < floor && j.schedule == nil && j.paths == nil && len(j.acts) == 0 {
			early++
		}
		last = h
	}
	if len(close) > 1 { // one is allowed, because a busy machine delays the first of two requests more than the second one
		j.add("%d requests within the pause of the site: %s", len(close), close[0])
	}
	if early > 1 { // one is allowed, because a worker is killed
		j.add("%d checks earlier than %s after the last one", early, short(floor))
	}
}

// waits checks that nothing was requested while the site had asked to wait.
func (j *judgement) waits() {
	early := 0
	for i, h := range j.hits {
		for _, later := range j.hits[i+1:] {
			if h.wait > 0 && later.host == h.host && later.at.Before(h.at.Add(h.wait-time.Second)) {
				early++
			}
		}
	}
	if early > 0 {
		j.add("%d requests while the site had asked to wait (Retry-After)", early)
	}
}

func (j *judgement) robotsObeyed() {
	if n := len(j.disobeyed); n > 0 {
		j.add("robots.txt not obeyed %d times: at %s", n, short(j.disobeyed[0]))
	}
	j.wrong = append(j.wrong, j.broken...)
}

func (j *judgement) traffics() {
	for _, t := range j.want.traffic {
		n, path := 0, cmp.Or(t.path, endpointPath)
		for _, h := range j.hits {
			if h.path == path && h.elapsed >= t.from && h.elapsed < t.to {
				n++
			}
		}
		if n < t.min || n > t.max {
			j.add("%d requests of %s from %s to %s, expected %d to %d", n, path, short(t.from), short(t.to), t.min, t.max)
		}
	}
}

// recorded checks that requests are recorded as checks.
func (j *judgement) recorded() {
	if j.paths != nil || j.world.outage[1] > 0 {
		return // redirects may lead to the endpoint again, and failures of the own network are not recorded
	}
	requests := 0
	for _, h := range j.hits {
		if h.isCheck() {
			requests++
		}
	}
	if lost := requests - len(j.checks); lost > 1 { // one is allowed, because a worker is killed
		j.add("%d of %d requests are not recorded", lost, requests)
	}
}

func (j *judgement) nextCheck() {
	if bounds := j.want.next; bounds[1] > 0 && j.state.LastAttempt != nil {
		if d := j.state.Next.Sub(*j.state.LastAttempt); d < bounds[0] || d > bounds[1] {
			j.add("next check after %s, expected %s to %s", short(d), short(bounds[0]), short(bounds[1]))
		}
	}
	if j.want.reason != "" && !strings.Contains(j.state.Texts, `"`+j.want.reason+`"`) {
		j.add("no reason %s: %s", j.want.reason, j.state.Texts)
	}
	if j.want.texts != nil &&
		!slices.ContainsFunc(j.want.texts, func(text string) bool { return strings.Contains(j.state.Texts, text) }) {
		j.add("no text with %q: %s", j.want.texts, j.state.Texts)
	}
	if j.hasSecret {
		j.add("a stored text contains the secret")
	}
}

// times checks when the endpoint was requested, and how current its items are.
func (j *judgement) times() {
	forbidden, early, conditional, requests := 0, 0, 0, 0
	var last time.Time
	for _, h := range j.hits {
		if !h.isCheck() {
			continue
		}
		requests++
		if j.want.only != nil && !j.want.only(h) {
			forbidden++
		}
		if !last.IsZero() && h.at.Sub(last) < j.want.gap {
			early++
		}
		if last = h.at; h.conditional {
			conditional++
		}
	}
	if forbidden > 0 {
		j.add("%d requests at times that are not allowed", forbidden)
	}
	if early > 1 { // one is allowed, because a worker is killed
		j.add("%d requests within %s of the last one", early, short(j.want.gap))
	}
	if j.want.isCached && conditional < requests/2 {
		j.add("%d of %d requests were conditional", conditional, requests)
	}
	if j.want.lag > 0 && len(j.stored) > 0 {
		newest := slices.Max(slices.Collect(maps.Keys(j.stored)))
		every := cmp.Or(j.every, time.Hour)
		if age := j.world.length - time.Duration(newest-firstNumber)*every; age > j.want.lag {
			j.add("the newest stored article is %s old", short(age))
		}
	}
}

// alerted compares the alerts with the states that need a person.
func (j *judgement) alerted() {
	if len(j.acts) > 0 || j.also != "" || j.more > 0 {
		return
	}
	expected, isOpen := 0, false
	for _, c := range j.checks {
		needed := health.NeedsPerson(c.State, cmp.Or(c.Cause, health.Silence))
		if needed && !isOpen {
			expected++
		}
		isOpen = needed
	}
	open := 0
	for _, a := range j.alerts {
		if a.RecoveredAt == nil {
			open++
		}
	}
	if len(j.alerts) != expected || (open > 0) != isOpen {
		j.add("%d alerts, %d of them firing; expected %d", len(j.alerts), open, expected)
	}
}

func (j *judgement) suggested() {
	found := slices.DeleteFunc(slices.Clone(j.suggests), func(kind string) bool {
		isExpected := slices.Contains(j.want.suggests, kind)
		return !isExpected && (kind == "slower" || kind == "faster" || kind == "settings" && (j.want.held || j.want.mayHold))
	})
	if !slices.Equal(found, slices.Sorted(slices.Values(j.want.suggests))) {
		j.add("suggestions: %v, expected %v", found, j.want.suggests)
	}
}
