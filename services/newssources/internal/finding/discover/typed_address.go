package discover

import (
	"context"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// maxTypedAddresses is the number of addresses that are tried for a typed one: with and without
// "www.", by https and http.
const maxTypedAddresses = 3

// insecureWarning is shown for the feeds of a host without working https.
const insecureWarning = "The site does not answer by https, so others on the network can read and change its responses."

// getGiven fetches the given address. If its host has no address record, the name with or without
// "www." is tried; if the host does not answer by https, http is tried, and the other way round.
// The search continues with the address that answers, else with the given one.
func (s *search) getGiven(ctx context.Context, request fetch.Request) *fetch.Result {
	first, typed := s.getPage(ctx, s.given, request), s.given
	result, at := first, s.given
	for range maxTypedAddresses - 1 {
		next := alternativeOf(at, result)
		if next.IsZero() {
			break
		}
		at = next
		s.tried.markTried(at)
		if result = s.getPage(ctx, at, request); !hasNoResponse(result) {
			s.given, s.isInsecure = at, typed.Scheme() == "https" && at.Scheme() == "http"
			return result
		}
	}
	return first
}

// alternativeOf returns the address to try after an address whose host cannot be reached, or the
// zero URL. Hosts with a port are left as they are: a port serves either http or https.
func alternativeOf(address weburl.URL, result *fetch.Result) weburl.URL {
	host, isWWW := strings.CutPrefix(address.Host(), "www.")
	switch {
	case !hasNoResponse(result):
	case result.Outcome == fetch.DNS && isWWW:
		return address.WithHost(host)
	case result.Outcome == fetch.DNS && host == address.RegistrableDomain():
		return address.WithHost("www." + host)
	case result.Outcome == fetch.DNS, result.Outcome == fetch.Blocked, result.Outcome == fetch.ForbiddenSource,
		result.Outcome == fetch.InvalidAddress, result.Outcome == fetch.Cancelled:
	case address.HasPort():
	case address.Scheme() == "https":
		return address.WithHTTP()
	default:
		return address.WithHTTPS()
	}
	return weburl.URL{}
}

// hasNoResponse reports whether the requested host sent no HTTP response.
func hasNoResponse(result *fetch.Result) bool {
	isBroken := result.Outcome == fetch.Reset || result.Outcome == fetch.BadResponse
	return isUnreachable(result) || isBroken && result.Status == 0 && len(result.Hops) == 0
}

// getPage fetches an address where a page or feed is expected. Walls on other hosts have outcomes
// of their own.
func (s *search) getPage(ctx context.Context, address weburl.URL, request fetch.Request) *fetch.Result {
	request.URL = address.String()
	result := s.get(ctx, request)
	if len(result.Hops) > 0 {
		s.parseResult(ctx, result, func() { markWall(address, result) })
	}
	return result
}
