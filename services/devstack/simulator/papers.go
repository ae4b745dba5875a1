package simulator

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator/papers"
)

// paperStart is the date of the first article of a paper.
var paperStart = time.Date(2026, 1, 5, 6, 0, 0, 0, time.UTC)

const (
	paperItems  = 20
	paperNewest = 100
	// paperStep is the number of articles that a paper publishes at a time.
	paperStep = 3
)

// changingPaper is a paper before and after a change.
type changingPaper struct {
	change        papers.Change
	before, after papers.Paper
	newest        int
	changedAt     int // the newest article before the change; 0 while there is none
}

// feed returns the present feed.
func (p *changingPaper) feed() []byte {
	if p.changedAt == 0 {
		return p.before.Feed(p.before.Articles(p.newest, paperItems, paperStart))
	}
	count := p.change.NewArticles(p.newest-p.changedAt, paperItems)
	return p.after.Feed(append(p.after.Articles(p.newest, count, paperStart),
		p.before.Articles(p.changedAt, paperItems-count, paperStart)...))
}

// servePapers serves a paper for each query, such as "change=redesign&language=en". A POST request with the
// same query publishes articles, and a PUT request makes the change or reverts it.
func servePapers() http.HandlerFunc {
	var mutex sync.Mutex
	all := map[string]*changingPaper{}
	return func(w http.ResponseWriter, r *http.Request) {
		mutex.Lock()
		defer mutex.Unlock()
		p := all[r.URL.RawQuery]
		if p == nil {
			if p = newChangingPaper(r); p == nil {
				http.Error(w, "There is no such change.", http.StatusNotFound)
				return
			}
			all[r.URL.RawQuery] = p
		}
		switch {
		case r.Method == http.MethodPost:
			p.newest += paperStep
		case r.Method == http.MethodPut && p.changedAt == 0:
			p.changedAt, p.newest = p.newest, p.newest+paperStep
		case r.Method == http.MethodPut:
			p.changedAt = 0
		default:
			respond("application/rss+xml", string(p.feed()))(w, r)
		}
	}
}

// newChangingPaper returns the paper of a query, or nil.
func newChangingPaper(r *http.Request) *changingPaper {
	q := r.URL.Query()
	name, language := cmp.Or(q.Get("change"), "nothing"), cmp.Or(q.Get("language"), "en")
	i := slices.IndexFunc(papers.Changes, func(c papers.Change) bool { return c.Name == name })
	if i < 0 || !slices.Contains(papers.Languages(), language) {
		return nil
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(r.URL.RawQuery))
	random := rand.New(rand.NewPCG(h.Sum64(), 0))
	p := &changingPaper{change: papers.Changes[i], before: papers.New(random, language), newest: paperNewest}
	if p.after = p.change.Apply(random, p.before); p.after.IsParked {
		host, _, _ := strings.Cut(r.Host, ":")
		p.after.Name = host + " is for sale" // the domain of the feed
	}
	return p
}
