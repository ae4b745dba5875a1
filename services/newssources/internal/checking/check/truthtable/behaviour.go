package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

const (
	endpointPath = "/feed"
	minute       = time.Minute
	hour         = time.Hour
	day          = 24 * time.Hour
)

// timeline is a simulated period. The behaviours of a timeline share a database, two workers and a
// clock.
type timeline struct {
	name   string
	length time.Duration
	step   time.Duration // by which the clock passes the next check, so that checks that are due within it run together
	// background is the number of ordinary endpoints in addition to the behaviours. An outage of the
	// network of a worker is only recognised by failures of many sites.
	background  int
	outage      [2]time.Duration // in which the network does not work
	killedAfter time.Duration    // when a worker is killed
}

var timelines = map[string]timeline{
	"hours": {name: "hours", length: 5 * hour, step: 75 * time.Second, killedAfter: 2 * hour},
	"days":  {name: "days", length: 5 * day, step: 30 * minute, killedAfter: 2 * day},
	// Separate, because time-outs pass in real time.
	"network": {name: "network", length: 5 * day, step: 40 * minute, killedAfter: 2 * day},
	"month":   {name: "month", length: 40 * day, step: 4 * hour, killedAfter: 15 * day},
	"outage": {name: "outage", length: 30 * hour, step: 20 * minute, background: 60,
		outage: [2]time.Duration{10 * hour, 16 * hour}, killedAfter: 20 * hour},
}

// behaviour is a row of the table: how an endpoint behaves, and what must be concluded.
type behaviour struct {
	name     string
	over     string // the name of the timeline; default: days
	tier     int
	kind     feed.Kind // default: RSS
	schedule *schedule.Spec
	identity feed.IdentityPolicy

	feed        script            // of the endpoint
	every       time.Duration     // between two articles, for want.lag; default: an hour
	robots      script            // of robots.txt; default: allows it
	paths       map[string]script // of other paths
	dns         []phase[simulator.Lookup]
	secure      bool            // https
	upgrades    bool            // http, with a certificate for https
	certificate []phase[string] // defects
	credentials *credential.Credentials
	charset     string // of the endpoint
	also        string // the path of a second endpoint of the source
	more        int    // the number of further endpoints of the source
	alias       string // another host name of the site, on another domain
	acts        []phase[act]

	want  want
	group string // set by the table
	order int    // set by the table
}

// act is an action of a member.
type act func(ctx context.Context, w *world, e *endpoint) error

// want is what must be concluded. Besides, these rules apply to every behaviour: each article that
// was in a document is stored exactly once; no stored date is more than a day in the future; after
// six hours without a success, the next failed check puts the source on the work list; nothing is
// requested while the site has asked to wait or while robots.txt forbids it; there is a pause
// between all requests to the site; each request is a recorded check; an alert fires whenever, and
// only when, the source needs a person, and ends with that; and no other settings or addresses are
// suggested than those listed.
type want struct {
	// states is a pattern for the states after the checks, without repetitions: a state may be
	// followed by ?, and states in parentheses, separated by |, by ?, * or +. The whole sequence
	// must match.
	states string
	cause  health.Cause // at the end
	reach  []reach
	// The number of stored items, if it differs from that of the published articles; none means no
	// items.
	items    int
	missing  func(number int) bool // reports whether a published article may be missing
	lag      time.Duration         // the longest time since the publication of the newest stored article, at the end
	held     bool                  // items are held at the end
	mayHold  bool                  // items may be held at the end
	traffic  []traffic
	only     func(hit) bool   // reports whether a request of the endpoint is allowed at its time
	gap      time.Duration    // the shortest time between two requests of the endpoint
	next     [2]time.Duration // bounds of the time from the last check to the next one, at the end
	reason   string           // a code of a reason of the next check
	texts    []string         // one of them must be in the reasons or the detail, at the end
	hidden   string           // a secret that must not be in any stored text
	suggests []string         // kinds of the expected suggestions
	title    string           // the beginning of all stored titles
	link     string           // the beginning of all stored links
	undated  bool             // the stored items have no dates
	spread   time.Duration    // the shortest time between the first and the last request of the site in an hour
	few      bool             // the endpoint may have fewer than three checks
	isCached bool             // most requests are conditional
}

const (
	none     = -1
	anyItems = -2
	anyCause = health.Cause("*")
)

// anything and beforeStart are values of want.missing.
func anything(int) bool           { return true }
func beforeStart(number int) bool { return number <= firstNumber }

// reach is a state that must be reached in time.
type reach struct {
	state         health.State
	after, within time.Duration
}

// traffic bounds the number of requests to a path in a period.
type traffic struct {
	from, to time.Duration
	min, max int
	path     string // default: that of the endpoint
}

var wordInStates = regexp.MustCompile(`[a-z]+`)

// matches reports whether a sequence of states matches the pattern want.states.
func (w want) matches(states []health.State) bool {
	if w.states == "" {
		w.states = "ok"
	}
	pattern := strings.ReplaceAll(wordInStates.ReplaceAllString(w.states, "(?:$0,)"), " ", "")
	var b strings.Builder
	for _, state := range states {
		fmt.Fprintf(&b, "%s,", state)
	}
	return regexp.MustCompile("^" + pattern + "$").MatchString(b.String())
}

// host returns the host name of the site.
func (b *behaviour) host() string {
	slug := strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(b.name), "-"), "-")
	return strings.Trim(slug[:min(len(slug), 50)], "-") + ".test"
}

// short formats a time of a timeline.
func short(d time.Duration) string {
	if d >= 2*day {
		return fmt.Sprintf("%.1f d", d.Hours()/24)
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}
