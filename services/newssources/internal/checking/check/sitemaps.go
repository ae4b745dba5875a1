package check

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

const (
	// maxSitemapRequests is the number of sitemaps of an index that one check requests, the most
	// recently changed first: news is in these.
	maxSitemapRequests = 5
	// maxSitemapDepth is the maximum depth of nested indexes. The protocol allows one level; some
	// sites have two.
	maxSitemapDepth = 3
)

// sitemap is a sitemap that an index names, with the response to its last request. The JSON form is
// stored with the advice of the endpoint.
type sitemap struct {
	URL          string `json:"url"`
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	BodyHash     string `json:"body_hash,omitempty"`
	Items        int    `json:"items"`
	Depth        int    `json:"depth"` // 1: the index of the endpoint names it
	// The last check had no time for this sitemap, because of the pause between requests.
	IsLeftOut bool `json:"left_out,omitempty"`
	IsFailed  bool `json:"failed,omitempty"` // its last request failed
}

// sitemapReader reads the sitemaps of an index during a check.
type sitemapReader struct {
	*Worker
	*finding
	stored  []sitemap // of the last check
	read    []sitemap // that have answered in this check
	failed  []sitemap
	leftOut []sitemap
	items   []feed.Item
	changed int // sitemaps with another document than in the last check
	failure *finding
}

// readSitemaps reads the sitemaps that an index names, or that it named if it is unchanged. The
// items of those that have changed become those of the finding. It fails only if no sitemap can be
// read. If the site allows fewer requests, because of a long Crawl-delay or the requests of others,
// the next check begins with the sitemaps that were left out.
func (w *Worker) readSitemaps(ctx context.Context, f *finding) {
	if f.document != nil && f.document.Kind != feed.SitemapIndex || f.document == nil && !isSitemapKind(f.Kind) {
		return
	}
	r := &sitemapReader{Worker: w, finding: f}
	var stored *advice
	if err := w.db.Pool.QueryRow(ctx, "SELECT advice FROM endpoint_states WHERE endpoint_id = $1",
		f.EndpointID).Scan(&stored); err != nil {
		f.isOwnFault = true
		return
	}
	if stored != nil {
		r.stored = stored.Sitemaps
	}
	if f.document == nil && len(r.stored) == 0 { // an unchanged sitemap, not an index
		return
	}
	queue := slices.Clone(r.stored)
	if f.document != nil {
		queue = sitemapsOf(f.document, 1)
		slices.SortStableFunc(queue, func(a, b sitemap) int { return cmp.Compare(r.turn(a), r.turn(b)) })
	}
	requested := map[string]bool{f.URL: true}
	for len(queue) > 0 && len(requested) <= maxSitemapRequests {
		next := queue[0]
		queue = queue[1:]
		if requested[next.URL] {
			continue
		}
		requested[next.URL] = true
		named, isRequested := r.request(ctx, next)
		if !isRequested { // the others would have to wait, too
			r.leaveOut(append([]sitemap{next}, queue...))
			break
		}
		queue = append(named, queue...)
	}
	r.finish()
}

// turn returns the rank of a sitemap in the order of requests: new ones, those that the last check
// left out, the others.
func (r *sitemapReader) turn(s sitemap) int {
	at := r.find(s)
	if at >= 0 && !r.stored[at].IsLeftOut {
		return len(r.stored)
	}
	return at
}

// find returns the position of a sitemap among those of the last check, or -1.
func (r *sitemapReader) find(s sitemap) int {
	return slices.IndexFunc(r.stored, func(before sitemap) bool { return before.URL == s.URL })
}

// leaveOut keeps sitemaps for the next check, with the response to their last request.
func (r *sitemapReader) leaveOut(list []sitemap) {
	for _, s := range list {
		if at := r.find(s); at >= 0 {
			s = r.stored[at]
		}
		s.IsLeftOut = true
		r.unreadItems += s.Items
		r.leftOut = append(r.leftOut, s)
	}
}

func isSitemapKind(kind feed.Kind) bool {
	switch kind {
	case feed.SitemapIndex, feed.Sitemap, feed.NewsSitemap:
		return true
	}
	return false
}

// sitemapsOf returns the sitemaps of an index.
func sitemapsOf(index *feed.Document, depth int) []sitemap {
	list := make([]sitemap, 0, maxSitemapRequests)
	for _, address := range index.Sitemaps[:min(len(index.Sitemaps), maxSitemapRequests)] {
		list = append(list, sitemap{URL: address, Depth: depth})
	}
	return list
}

// request requests a sitemap and adds its items. It returns the sitemaps that it names if it is an
// index, and whether the site allowed the request in time.
func (r *sitemapReader) request(ctx context.Context, s sitemap) (named []sitemap, isRequested bool) {
	if ctx.Err() != nil {
		return nil, false
	}
	if at := r.find(s); at >= 0 {
		depth := s.Depth
		s = r.stored[at]
		s.Depth, s.IsLeftOut = depth, false
	}
	request := fetch.Request{URL: s.URL}
	if !r.isFullCheck() {
		request.ETag, request.LastModified = s.ETag, s.LastModified
	}
	hasMemory := false
	request.ReserveMemory = func(ctx context.Context) error {
		err := r.reserveMemory(ctx)
		hasMemory = err == nil
		return err
	}
	t := *r.task
	t.URL, t.Sealed, t.BodyHash = s.URL, r.sealedFor(s.URL), ""
	child := &finding{task: &t}
	if !r.openCredentials(child, &request) {
		return nil, true
	}
	child.result = r.client.Get(ctx, request)
	defer func() {
		if hasMemory {
			<-r.memory
		}
	}()
	child.judge(request.ETag+request.LastModified != "")
	if child.result.Outcome == fetch.OK {
		child.bodyHash = feed.Hash(child.result.Body)
		child.isUnchanged = child.bodyHash == s.BodyHash
	}
	if child.cause == health.None && !child.isUnchanged && !child.isOwnFault {
		r.parse(child)
	}
	switch {
	case child.isOwnFault:
		r.failure = cmp.Or(r.failure, child)
		return nil, false
	case child.cause != health.None:
		r.failure = cmp.Or(r.failure, child)
		s.IsFailed = true
		r.failed = append(r.failed, s)
	case child.isUnchanged:
		s.IsFailed = false
		r.read = append(r.read, s)
		r.unreadItems += s.Items
	case child.document.Kind == feed.SitemapIndex:
		// Without validators, because its sitemaps may change alone.
		r.read = append(r.read, sitemap{URL: s.URL, Depth: s.Depth})
		if s.Depth < maxSitemapDepth {
			return sitemapsOf(child.document, s.Depth+1), true
		}
	default:
		r.changed++
		r.items = append(r.items, child.document.Items...)
		r.read = append(r.read, sitemap{
			URL: s.URL, ETag: child.result.ETag, LastModified: child.result.LastModified, BodyHash: child.bodyHash,
			Items: len(child.document.Items), Depth: s.Depth,
		})
	}
	return nil, true
}

// isFullCheck reports whether the request for the index had no validators; those for the sitemaps
// have none either.
func (r *sitemapReader) isFullCheck() bool { return !r.sendsValidators() }

// sealedFor returns the credentials of the endpoint if the address is on its server.
func (r *sitemapReader) sealedFor(address string) []byte {
	a, err := weburl.Parse(address)
	b, errOwn := weburl.Parse(r.URL)
	if err != nil || errOwn != nil || a.Host() != b.Host() {
		return nil
	}
	return r.Sealed
}

// finish sets the items of the finding, or its failure.
func (r *sitemapReader) finish() {
	f := r.finding
	switch {
	case r.changed > 0:
		if f.document == nil {
			f.document = &feed.Document{Kind: feed.SitemapIndex}
		}
		f.isUnchanged = false
		f.document.Items = newestItems(r.items)
		f.hideInItems()
	case r.isWithoutSitemaps():
		f.isUnchanged, f.document = false, nil
		f.cause, f.detail = health.Empty, "This index names no sitemap, apart from itself and other indexes."
	case len(r.read) > 0: // no sitemap has changed
		f.isUnchanged, f.document = true, nil
	case r.failure != nil:
		f.isUnchanged, f.document = false, nil
		f.isOwnFault = r.failure.isOwnFault || slices.ContainsFunc(r.leftOut, func(s sitemap) bool { return !s.IsFailed })
		f.cause, f.detail = r.failure.cause,
			"None of the sitemaps of this index can be read. "+r.failure.URL+": "+r.failure.detail
	}
	f.sitemaps = slices.Concat(r.leftOut, r.read, r.failed)
}

// isWithoutSitemaps reports whether every file that was read is an index, and none failed or was left
// out.
func (r *sitemapReader) isWithoutSitemaps() bool {
	isSitemap := func(s sitemap) bool { return s.BodyHash != "" }
	return r.failure == nil && len(r.leftOut) == 0 && !slices.ContainsFunc(r.read, isSitemap)
}

// newestItems returns the newest of the items of several sitemaps, without duplicates and at most
// as many as of one document.
func newestItems(items []feed.Item) []feed.Item {
	seen := map[string]bool{}
	items = slices.DeleteFunc(items, func(item feed.Item) bool {
		isDuplicate := seen[item.Identity]
		seen[item.Identity] = true
		return isDuplicate
	})
	date := func(item feed.Item) time.Time {
		return orZero(cmp.Or(item.Published, item.Updated))
	}
	slices.SortStableFunc(items, func(a, b feed.Item) int { return date(b).Compare(date(a)) })
	return items[:min(len(items), feed.DefaultMaxItems)]
}
