package discover

import (
	"cmp"
	"context"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

const (
	// upgradeTimeout of all https requests: the candidates are shown already, and most sites redirect
	// to https.
	upgradeTimeout = 3 * time.Second
	// maxUpgrades is the number of candidates that are tried by https, the best ones. Each costs a
	// request.
	maxUpgrades = 2
)

// upgradeToHTTPS adds the https address of the main feed and of section feeds that have the same
// items there. Of each server the best candidate is tried first; a server that does not answer is
// not tried again.
func (s *search) upgradeToHTTPS(ctx context.Context) {
	byServer := map[weburl.URL][]*rankedCandidate{}
	var servers []weburl.URL
	count := 0
	for _, c := range s.report.ranked() {
		if server := c.final.Root(); c.Group != GroupOther && c.Existing == nil && c.Kind != "" &&
			server.Scheme() == "http" && count < maxUpgrades {
			if byServer[server] == nil {
				servers = append(servers, server)
			}
			byServer[server] = append(byServer[server], c)
			count++
		}
	}
	ctx, cancel := context.WithTimeout(ctx, upgradeTimeout)
	defer cancel()
	answers := make([]bool, len(servers))
	forEach(ctx, len(servers), func(i int) { answers[i] = s.upgradeCandidate(ctx, byServer[servers[i]][0]) })
	var rest []*rankedCandidate
	for i, server := range servers {
		if answers[i] {
			rest = append(rest, byServer[server][1:]...)
		}
	}
	forEach(ctx, len(rest), func(i int) { s.upgradeCandidate(ctx, rest[i]) })
}

// upgradeCandidate adds the https address of a candidate if it has the same items, and reports
// whether the server answers.
func (s *search) upgradeCandidate(ctx context.Context, c *rankedCandidate) (answers bool) {
	twin, answers := s.fetchHTTPSTwin(ctx, c)
	if twin != nil {
		s.report.add(twin)
	}
	return answers
}

// fetchHTTPSTwin returns the candidate at the https address of an http candidate, or nil if that
// address does not have the same items. It reports whether the server answers.
func (s *search) fetchHTTPSTwin(ctx context.Context, c *rankedCandidate) (twin *rankedCandidate, answers bool) {
	memory := s.reserve(maxBodyBytes)
	defer memory.release()
	l := lead{url: c.final.WithHTTPS(), title: cmp.Or(c.label, c.Title), from: c.From, language: c.Language,
		order: c.order}
	l.announcedBy, _ = weburl.Parse(c.AnnouncedBy)
	result := s.get(ctx, fetch.Request{URL: l.url.String(), NoRedirects: true, MaxBytes: maxBodyBytes,
		ReserveMemory: memory.acquire})
	if isUnreachable(result) {
		return nil, false
	}
	s.parseResult(ctx, result, func() {
		candidate, document := s.judgeWithRecipe(l, result, c.Recipe, feed.Options{})
		if document != nil {
			twin = newRankedCandidate(l, candidate, document)
		}
	})
	if twin == nil || !twin.hasSameItems(c) {
		return nil, true
	}
	s.markExisting(ctx, twin)
	return twin, true
}
