package discover

import (
	"fmt"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// obstacle is an address that could not be checked.
type obstacle struct {
	url     string
	outcome fetch.Outcome
	detail  string
}

// obstacleOrder lists the outcomes that prevent an answer, the most informative first.
var obstacleOrder = []fetch.Outcome{
	fetch.RateLimited, fetch.Challenge, consentWall, signInPage, fetch.Robots, fetch.Unauthorized, fetch.Forbidden,
	fetch.Blocked, fetch.ForbiddenSource, fetch.Unavailable, fetch.ServerError,
	fetch.Timeout, fetch.DNS, fetch.TLS, fetch.Refused, fetch.Reset, fetch.ClientError, fetch.TooLarge,
	fetch.TooManyRedirects, fetch.Cancelled,
}

// advice says what to do about an obstacle.
func (o obstacle) advice() string {
	switch o.outcome {
	case fetch.RateLimited, fetch.Unavailable, fetch.ServerError, fetch.Timeout, fetch.Reset, fetch.Cancelled:
		return "Try again later."
	case fetch.Challenge, fetch.Forbidden, consentWall, signInPage:
		return "Ask the publisher for access, or enter the address of a feed that you know."
	case fetch.Robots:
		return "Ask the publisher for permission, or enter the address of a feed that you know."
	case fetch.Unauthorized:
		return "Enter the address with a user name and a password."
	case fetch.DNS, fetch.TLS, fetch.Refused, fetch.Blocked:
		return "Check the address."
	}
	return "Enter the address of a feed that you know."
}

// isObstacle reports whether an outcome leaves open whether there is a feed.
func isObstacle(outcome fetch.Outcome) bool { return slices.Contains(obstacleOrder, outcome) }

// hasObstacles reports whether an address could not be checked.
func (r *report) hasObstacles() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.obstacles(nil)) > 0
}

// obstacles returns the addresses that could not be checked, the most informative first. The caller
// holds the lock.
func (r *report) obstacles(arrival *fetch.Result) (list []obstacle) {
	add := func(url string, outcome fetch.Outcome, detail string) {
		if isObstacle(outcome) && !slices.ContainsFunc(list, func(o obstacle) bool { return o.url == url }) {
			list = append(list, obstacle{url, outcome, detail})
		}
	}
	if arrival != nil && arrival.Outcome != fetch.TooLarge { // the beginning of a page is enough
		add(arrival.FinalURL, arrival.Outcome, arrival.Detail)
	}
	for _, c := range r.candidates {
		if c.Kind == "" {
			add(c.URL, fetch.Outcome(c.Outcome), c.Detail)
		}
	}
	for _, a := range r.attempts {
		if a.From == FromGiven { // added above as the arrival
			continue
		}
		add(a.URL, fetch.Outcome(a.Outcome), a.Detail)
	}
	slices.SortFunc(list, func(a, b obstacle) int {
		if byOutcome := slices.Index(obstacleOrder, a.outcome) - slices.Index(obstacleOrder, b.outcome); byOutcome != 0 {
			return byOutcome
		}
		return strings.Compare(a.url, b.url)
	})
	return list
}

// limitsReached are the limits that ended a discovery before all leads were fetched.
type limitsReached struct{ time, requests bool }

// verdict returns the verdict and its reason. The caller holds the lock.
func (r *report) verdict(arrival *fetch.Result, reached limitsReached) (verdict, reason string) {
	feeds := 0
	for _, c := range r.candidates {
		isDoubtful := c.Kind == string(feed.HTMLList) && !c.isUsable // a page list beside addresses that could not be checked
		if c.IsNews() && !isDoubtful || c.Outcome == NotChecked {
			feeds++
		}
	}
	obstacles := r.obstacles(arrival)
	switch {
	case feeds == 1:
		return VerdictFound, "1 feed or page list was found."
	case feeds > 1:
		return VerdictFound, fmt.Sprintf("%d feeds were found.", feeds)
	case len(obstacles) > 0:
		o := obstacles[0]
		count := "an address"
		if len(obstacles) > 1 {
			count = fmt.Sprintf("%d addresses", len(obstacles))
		}
		return VerdictPrevented, fmt.Sprintf("No feed was found, but %s could not be checked. %s: %s %s", count, o.url,
			o.detail, o.advice())
	case reached.time:
		return VerdictPrevented, "No feed was found before the time limit. Try again later."
	case reached.requests:
		return VerdictPrevented, fmt.Sprintf("No feed was found with %d requests, the most of one search. Enter the "+
			"address of a feed that you know.", maxRequests)
	}
	return VerdictNoFeed, "No feed was found. All likely addresses were checked."
}

func (r *report) countNotChecked() (n int) {
	for _, c := range r.candidates {
		if c.Outcome == NotChecked {
			n++
		}
	}
	return n
}
