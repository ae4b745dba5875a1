package check

import (
	"context"
	"sync"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

const (
	// windowChecks and windowTime are the checks that tell an outage of the own network from failing
	// sites.
	windowChecks, windowTime = 100, 5 * time.Minute
	// suspectDomains domains, and suspectShare of the checks in the window, fail alike in an outage.
	// Fewer fail together because one hosting company has a problem.
	suspectDomains, suspectShare = 20, 0.2
	// confirmGrace is the time in which another site usually answers, which proves that the network
	// works.
	confirmGrace = time.Second
	// canarySpacing is the shortest time between two requests to the canaries.
	canarySpacing = 2 * time.Second
)

// failure is how a check fails. In an outage of the own network, many sites have the same one.
type failure string

// unreachable is the failure of a check without an HTTP response.
const unreachable failure = "unreachable"

func failureOf(f *finding) failure {
	switch f.cause {
	case health.Timeout, health.DNS, health.Refused, health.Reset, health.TLS:
		return unreachable
	case health.Credentials, health.InvalidAddress, health.PrivateAddress: // found without a request
		return ""
	}
	return failure(f.cause)
}

// sample is a check in the window. Its failure is empty if the check before did not succeed either:
// sites that have failed for long are no sign of an outage.
type sample struct {
	at      time.Time
	domain  string
	failure failure
}

// suspicion is what the window has of the most frequent failure.
type suspicion struct {
	failure                 failure
	checks, failed, domains int
}

// isOutage reports whether so many sites fail alike that the cause may be the own network.
func (s suspicion) isOutage() bool {
	return s.domains >= suspectDomains && float64(s.failed) >= suspectShare*float64(s.checks)
}

// network decides whether failed checks are failures of the sites or of the network of this
// process. A failure counts only if the network worked after it: another site or a canary has
// answered.
type network struct {
	canaryAnswers func(context.Context) canaryResult
	distrust      func()        // is called when sites answer while the canaries do not
	canary        chan struct{} // one element while the canaries are asked
	changed       chan struct{} // one element after the network was lost or restored

	mu           sync.Mutex
	window       []sample
	lastCanary   time.Time     // when a canary answered
	lastSilence  time.Time     // when no canary answered
	contradicted int           // answers of sites since then
	answered     chan struct{} // closed at the next answer of a site
	offlineSince time.Time     // zero while the network works
	suspicion    suspicion     // at that time
}

func newNetwork(canaryAnswers func(context.Context) canaryResult, distrust func()) *network {
	return &network{canaryAnswers: canaryAnswers, distrust: distrust, canary: make(chan struct{}, 1),
		answered: make(chan struct{}), changed: make(chan struct{}, 1)}
}

// confirm reports whether a result is that of the site. For a failure, it waits until another site
// answers or asks the canaries. While an outage is suspected, only canaries are evidence.
func (n *network) confirm(ctx context.Context, f *finding) bool {
	at, kind := time.Now(), failureOf(f)
	if kind == "" && f.result.Reused { // a response on an open connection does not prove that DNS and new connections work
		return true
	}
	n.mu.Lock()
	counted := kind
	if !f.WasWorking {
		counted = ""
	}
	n.add(sample{at, f.Domain, counted})
	isWrong := false // the canaries are
	if kind != unreachable && !f.result.Reused {
		if n.lastSilence.After(n.lastCanary) && n.offlineSince.IsZero() {
			n.contradicted++
			isWrong = n.contradicted == windowChecks
		}
		close(n.answered)
		n.answered = make(chan struct{})
	}
	suspected, answered := n.suspect(at), n.answered
	n.mu.Unlock()
	if isWrong {
		n.distrust()
	}
	isSuspected := suspected.isOutage() && suspected.failure == kind
	switch {
	case kind == "", kind != unreachable && !isSuspected:
		return true
	case !isSuspected && !n.isOffline():
		grace := time.NewTimer(confirmGrace)
		defer grace.Stop()
		select {
		case <-answered:
			return true
		case <-grace.C:
		case <-ctx.Done():
			return false
		}
	}
	switch n.askCanaries(ctx, at) {
	case canaryAnswered, canaryUnknown:
		return true
	case canarySilent:
		n.recordSilence(at)
	}
	return false
}

// add adds a check to the window.
func (n *network) add(s sample) {
	n.window = append(n.window, s)
	first := max(0, len(n.window)-windowChecks)
	for first < len(n.window) && s.at.Sub(n.window[first].at) > windowTime {
		first++
	}
	n.window = n.window[first:]
}

// suspect returns the most frequent failure in the window.
func (n *network) suspect(now time.Time) suspicion {
	byFailure, domains := map[failure]*suspicion{}, map[sample]bool{}
	worst := suspicion{}
	checks := 0
	for _, s := range n.window {
		if now.Sub(s.at) > windowTime {
			continue
		}
		checks++
		if s.failure == "" {
			continue
		}
		found := byFailure[s.failure]
		if found == nil {
			found = &suspicion{failure: s.failure}
			byFailure[s.failure] = found
		}
		found.failed++
		if key := (sample{domain: s.domain, failure: s.failure}); !domains[key] {
			domains[key] = true
			found.domains++
		}
		if found.domains > worst.domains {
			worst = *found
		}
	}
	worst.checks = checks
	return worst
}

// askCanaries returns the result of the canaries after the given time, and requests them if there
// is none.
func (n *network) askCanaries(ctx context.Context, after time.Time) canaryResult {
	select {
	case n.canary <- struct{}{}:
		defer func() { <-n.canary }()
	case <-ctx.Done():
		return canaryNotAsked
	}
	n.mu.Lock()
	lastCanary, lastSilence := n.lastCanary, n.lastSilence
	n.mu.Unlock()
	switch {
	case lastCanary.After(after):
		return canaryAnswered
	case lastSilence.After(lastCanary) && time.Since(lastSilence) < canarySpacing:
		return canarySilent
	}
	ctxtime.Sleep(ctx, canarySpacing-time.Since(lastCanary))
	result := n.canaryAnswers(ctx)
	n.mu.Lock()
	defer n.mu.Unlock()
	switch result {
	case canaryAnswered:
		n.lastCanary, n.contradicted = time.Now(), 0
	case canarySilent:
		n.lastSilence = time.Now()
	}
	return result
}

// recordSilence records that no canary answers. If many sites have failed alike, the network is
// lost.
func (n *network) recordSilence(now time.Time) {
	n.mu.Lock()
	found := n.suspect(now)
	isLost := n.offlineSince.IsZero() && found.isOutage()
	if isLost {
		n.offlineSince, n.suspicion = now, found
		for _, s := range n.window {
			if s.failure == found.failure && s.at.Before(n.offlineSince) {
				n.offlineSince = s.at
			}
		}
	}
	n.mu.Unlock()
	if isLost {
		n.notify()
	}
}

// startOffline makes the network lost, because other workers have lost theirs.
func (n *network) startOffline() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.offlineSince, n.suspicion = time.Now(), suspicion{failure: unreachable}
}

// restore records that the network works again, and discards the earlier failures.
func (n *network) restore() {
	n.mu.Lock()
	wasOffline := !n.offlineSince.IsZero()
	n.offlineSince, n.suspicion, n.window = time.Time{}, suspicion{}, nil
	n.mu.Unlock()
	if wasOffline {
		n.notify()
	}
}

func (n *network) notify() {
	select {
	case n.changed <- struct{}{}:
	default: // a notification is waiting already
	}
}

func (n *network) isOffline() bool {
	since, _ := n.offline()
	return !since.IsZero()
}

// offline returns since when the network does not work, or a zero time, and what was observed.
func (n *network) offline() (time.Time, suspicion) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.offlineSince, n.suspicion
}
