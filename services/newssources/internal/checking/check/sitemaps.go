package check

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/record"
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

// sitemapReader reads the sitemaps of an index during a check.
type sitemapReader struct {
	*Worker
	*record.Finding
	stored  []record.Sitemap // of the last check
	read    []record.Sitemap // that have answered in this check
	failed  []record.Sitemap
	leftOut []record.Sitemap
	items   []feed.Item
	changed int // sitemaps with another document than in the last check
	failure *record.Finding
}

// readSitemaps reads the sitemaps that an index names, or that it named if it is unchanged. The
// items of those that have changed become those of the finding. It fails only if no sitemap can be
// read. If the site allows fewer requests, because of a long Crawl-delay or the requests of others,
// the next check begins with the sitemaps that were left out.
func (w *Worker) readSitemaps(ctx context.Context, f *record.Finding) {
	if f.Document != nil && f.Document.Kind != feed.SitemapIndex || f.Document == nil && !isSitemapKind(f.Kind) {
		return
	}
	r := &sitemapReader{Worker: w, Finding: f}
	var stored *record.Advice
	if err := w.db.Pool.QueryRow(ctx, "SELECT advice FROM endpoint_states WHERE endpoint_id = $1",
		f.EndpointID).Scan(&stored); err != nil {
		f.IsOwnFault = true
		return
	}
	if stored != nil {
		r.stored = stored.Sitemaps
	}
	if f.Document == nil && len(r.stored) == 0 { // an unchanged sitemap, not an index
		return
	}
	queue := slices.Clone(r.stored)
	if f.Document != nil {
		queue = sitemapsOf(f.Document, 1)
		slices.SortStableFunc(queue, func(a, b record.Sitemap) int { return cmp.Compare(r.turn(a), r.turn(b)) })
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
			r.leaveOut(append([]record.Sitemap{next}, queue...))
			break
		}
		queue = append(named, queue...)
	}
	r.finish()
}

// turn returns the rank of a sitemap in the order of requests: new ones, those that the last check
// left out, the others.
func (r *sitemapReader) turn(s record.Sitemap) int {
	at := r.find(s)
	if at >= 0 && !r.stored[at].IsLeftOut {
		return len(r.stored)
	}
	return at
}

// find returns the position of a sitemap among those of the last check, or -1.
func (r *sitemapReader) find(s record.Sitemap) int {
	return slices.IndexFunc(r.stored, func(before record.Sitemap) bool { return before.URL == s.URL })
}

// leaveOut keeps sitemaps for the next check, with the response to their last request.
func (r *sitemapReader) leaveOut(list []record.Sitemap) {
	for _, s := range list {
		if at := r.find(s); at >= 0 {
			s = r.stored[at]
		}
		s.IsLeftOut = true
		r.UnreadItems += s.Items
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
func sitemapsOf(index *feed.Document, depth int) []record.Sitemap {
	list := make([]record.Sitemap, 0, maxSitemapRequests)
	for _, address := range index.Sitemaps[:min(len(index.Sitemaps), maxSitemapRequests)] {
		list = append(list, record.Sitemap{URL: address, Depth: depth})
	}
	return list
}

// request requests a sitemap and adds its items. It returns the sitemaps that it names if it is an
// index, and whether the site allowed the request in time.
func (r *sitemapReader) request(ctx context.Context, s record.Sitemap) (named []record.Sitemap, isRequested bool) {
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
	t := *r.Task
	t.URL, t.Sealed, t.BodyHash = s.URL, r.sealedFor(s.URL), ""
	child := &record.Finding{Task: &t}
	if !r.openCredentials(child, &request) {
		return nil, true
	}
	child.Result = r.client.Get(ctx, request)
	defer func() {
		if hasMemory {
			<-r.memory
		}
	}()
	judge(child, request.ETag+request.LastModified != "")
	if child.Result.Outcome == fetch.OK {
		child.NewHash = feed.Hash(child.Result.Body)
		child.IsUnchanged = child.NewHash == s.BodyHash
	}
	if child.Cause == health.None && !child.IsUnchanged && !child.IsOwnFault {
		r.parse(child)
	}
	switch {
	case child.IsOwnFault:
		r.failure = cmp.Or(r.failure, child)
		return nil, false
	case child.Cause != health.None:
		r.failure = cmp.Or(r.failure, child)
		s.IsFailed = true
		r.failed = append(r.failed, s)
	case child.IsUnchanged:
		s.IsFailed = false
		r.read = append(r.read, s)
		r.UnreadItems += s.Items
	case child.Document.Kind == feed.SitemapIndex:
		// Without validators, because its sitemaps may change alone.
		r.read = append(r.read, record.Sitemap{URL: s.URL, Depth: s.Depth})
		if s.Depth < maxSitemapDepth {
			return sitemapsOf(child.Document, s.Depth+1), true
		}
	default:
		r.changed++
		r.items = append(r.items, child.Document.Items...)
		r.read = append(r.read, record.Sitemap{
			URL: s.URL, ETag: child.Result.ETag, LastModified: child.Result.LastModified, BodyHash: child.NewHash,
			Items: len(child.Document.Items), Depth: s.Depth,
		})
	}
	return nil, true
}

// isFullCheck reports whether the request for the index had no validators; those for the sitemaps
// have none either.
func (r *sitemapReader) isFullCheck() bool { return !sendsValidators(r.Finding) }

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
	f := r.Finding
	switch {
	case r.changed > 0:
		if f.Document == nil {
			f.Document = &feed.Document{Kind: feed.SitemapIndex}
		}
		f.IsUnchanged = false
		f.Document.Items = newestItems(r.items)
		f.HideInItems()
	case r.isWithoutSitemaps():
		f.IsUnchanged, f.Document = false, nil
		f.Cause, f.Detail = health.Empty, "This index names no sitemap, apart from itself and other indexes."
	case len(r.read) > 0: // no sitemap has changed
		f.IsUnchanged, f.Document = true, nil
	case r.failure != nil:
		f.IsUnchanged, f.Document = false, nil
		f.IsOwnFault = r.failure.IsOwnFault ||
			slices.ContainsFunc(r.leftOut, func(s record.Sitemap) bool { return !s.IsFailed })
		f.Cause, f.Detail = r.failure.Cause,
			"None of the sitemaps of this index can be read. "+r.failure.URL+": "+r.failure.Detail
	}
	f.Sitemaps = slices.Concat(r.leftOut, r.read, r.failed)
}

// isWithoutSitemaps reports whether every file that was read is an index, and none failed or was left
// out.
func (r *sitemapReader) isWithoutSitemaps() bool {
	isSitemap := func(s record.Sitemap) bool { return s.BodyHash != "" }
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
	date := func(item feed.Item) (at time.Time) {
		if known := cmp.Or(item.Published, item.Updated); known != nil {
			at = *known
		}
		return at
	}
	slices.SortStableFunc(items, func(a, b feed.Item) int { return date(b).Compare(date(a)) })
	return items[:min(len(items), feed.DefaultMaxItems)]
}
