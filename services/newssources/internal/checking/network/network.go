// Package network decides whether failed checks are failures of the sites or of the own network, with
// addresses that answer as long as that works: the canaries (ADR 20).
package network

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

func failureOf(cause health.Cause) failure {
	switch cause {
	case health.Timeout, health.DNS, health.Refused, health.Reset, health.TLS:
		return unreachable
	// found without a request
	case health.Credentials, health.InvalidAddress, health.PrivateAddress, health.ForbiddenSource:
		return ""
	}
	return failure(cause)
}

// IsUnreachable reports whether a check with this cause got no HTTP response.
func IsUnreachable(cause health.Cause) bool { return failureOf(cause) == unreachable }

// Check is the result of a check, as far as it says something about the network.
type Check struct {
	Domain     string
	Cause      health.Cause
	IsReused   bool // the request used an open connection
	WasWorking bool // the check before succeeded
}

// sample is a check in the window. Its failure is empty if the check before did not succeed either:
// sites that have failed for long are no sign of an outage.
type sample struct {
	at      time.Time
	domain  string
	failure failure
}

// Suspicion is what the window has of the most frequent failure.
type Suspicion struct {
	Failure                 failure
	Checks, Failed, Domains int
}

// isOutage reports whether so many sites fail alike that the cause may be the own network.
func (s Suspicion) isOutage() bool {
	return s.Domains >= suspectDomains && float64(s.Failed) >= suspectShare*float64(s.Checks)
}

// SelectIsIncident selects whether an incident of the service is open.
const SelectIsIncident = "SELECT EXISTS (SELECT FROM incidents WHERE ended_at IS NULL AND scope = 'service')"

// Network decides whether failed checks are failures of the sites or of the network of this
// process. A failure counts only if the network worked after it: another site or a canary has
// answered.
type Network struct {
	canaryAnswers func(context.Context) canaryResult
	distrust      func()        // is called when sites answer while the canaries do not
	canary        chan struct{} // one element while the canaries are asked
	Changed       chan struct{} // one element after the network was lost or restored

	mu           sync.Mutex
	window       []sample
	lastCanary   time.Time     // when a canary answered
	lastSilence  time.Time     // when no canary answered
	contradicted int           // answers of sites since then
	answered     chan struct{} // closed at the next answer of a site
	offlineSince time.Time     // zero while the network works
	Suspicion    Suspicion     // at that time
}

// New returns a network that works until checks and canaries show otherwise.
func New(canaries *Canaries) *Network { return newNetwork(canaries.anyAnswers, canaries.Distrust) }

func newNetwork(canaryAnswers func(context.Context) canaryResult, distrust func()) *Network {
	return &Network{canaryAnswers: canaryAnswers, distrust: distrust, canary: make(chan struct{}, 1),
		answered: make(chan struct{}), Changed: make(chan struct{}, 1)}
}

// Confirm reports whether a result is that of the site. For a failure, it waits until another site
// answers or asks the canaries. While an outage is suspected, only canaries are evidence.
func (n *Network) Confirm(ctx context.Context, c Check) bool {
	at, kind := time.Now(), failureOf(c.Cause)
	if kind == "" && c.IsReused { // a response on an open connection does not prove that DNS and new connections work
		return true
	}
	n.mu.Lock()
	counted := kind
	if !c.WasWorking {
		counted = ""
	}
	n.add(sample{at, c.Domain, counted})
	isWrong := false // the canaries are
	if kind != unreachable && !c.IsReused {
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
	isSuspected := suspected.isOutage() && suspected.Failure == kind
	switch {
	case kind == "", kind != unreachable && !isSuspected:
		return true
	case !isSuspected && !n.IsOffline():
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
func (n *Network) add(s sample) {
	n.window = append(n.window, s)
	first := max(0, len(n.window)-windowChecks)
	for first < len(n.window) && s.at.Sub(n.window[first].at) > windowTime {
		first++
	}
	n.window = n.window[first:]
}

// suspect returns the most frequent failure in the window.
func (n *Network) suspect(now time.Time) Suspicion {
	byFailure, domains := map[failure]*Suspicion{}, map[sample]bool{}
	worst := Suspicion{}
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
			found = &Suspicion{Failure: s.failure}
			byFailure[s.failure] = found
		}
		found.Failed++
		if key := (sample{domain: s.domain, failure: s.failure}); !domains[key] {
			domains[key] = true
			found.Domains++
		}
		if found.Domains > worst.Domains {
			worst = *found
		}
	}
	worst.Checks = checks
	return worst
}

// askCanaries returns the result of the canaries after the given time, and requests them if there
// is none.
func (n *Network) askCanaries(ctx context.Context, after time.Time) canaryResult {
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

// CanariesAnswer reports whether a canary answers, or none is trusted.
func (n *Network) CanariesAnswer(ctx context.Context) bool {
	answer := n.askCanaries(ctx, time.Now())
	return (answer == canaryAnswered || answer == canaryUnknown) && ctx.Err() == nil
}

// recordSilence records that no canary answers. If many sites have failed alike, the network is
// lost.
func (n *Network) recordSilence(now time.Time) {
	n.mu.Lock()
	found := n.suspect(now)
	isLost := n.offlineSince.IsZero() && found.isOutage()
	if isLost {
		n.offlineSince, n.Suspicion = now, found
		for _, s := range n.window {
			if s.failure == found.Failure && s.at.Before(n.offlineSince) {
				n.offlineSince = s.at
			}
		}
	}
	n.mu.Unlock()
	if isLost {
		n.notify()
	}
}

// StartOffline makes the network lost, because other workers have lost theirs.
func (n *Network) StartOffline() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.offlineSince, n.Suspicion = time.Now(), Suspicion{Failure: unreachable}
}

// Restore records that the network works again, and discards the earlier failures.
func (n *Network) Restore() {
	n.mu.Lock()
	wasOffline := !n.offlineSince.IsZero()
	n.offlineSince, n.Suspicion, n.window = time.Time{}, Suspicion{}, nil
	n.mu.Unlock()
	if wasOffline {
		n.notify()
	}
}

func (n *Network) notify() {
	select {
	case n.Changed <- struct{}{}:
	default: // a notification is waiting already
	}
}

func (n *Network) IsOffline() bool {
	since, _ := n.Offline()
	return !since.IsZero()
}

// Offline returns since when the network does not work, or a zero time, and what was observed.
func (n *Network) Offline() (time.Time, Suspicion) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.offlineSince, n.Suspicion
}
