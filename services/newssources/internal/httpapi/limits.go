package httpapi

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/sourcelist"
)

const (
	// maxReads is the number of concurrent searches, filtered lists and facets of a member. A page sends up to six of them at
	// once, of which three wait.
	maxReads = 3
	// readsPerSecond and readBurst limit the rate of these requests of a member. A person who types fast sends five per second.
	readsPerSecond, readBurst = 20, 60
	// readWait is the maximum time that a request waits for other searches of the same member.
	readWait = 3 * time.Second

	// maxUploads is the number of lists that are received at the same time from one member, and maxAllUploads from all members.
	// Each takes up to MaxImport bytes of memory.
	maxUploads, maxAllUploads = 2, 4
	// uploadWait is the maximum time that an upload waits for other uploads.
	uploadWait = 5 * time.Second
	// maxProcessed is the number of received lists that are parsed and stored at the same time. A list of 10 MiB takes about
	// 100 MB of memory and a second of CPU time; the other CPUs remain available to other requests.
	maxProcessed = 1

	// busyRetryAfter is the Retry-After of a request that was refused because of other requests.
	busyRetryAfter = 2 * time.Second
)

// memberLimits bound the use of shared resources by each member and by all members.
type memberLimits struct {
	members    sync.Map // member id → *memberLimit
	uploads    *semaphore.Weighted
	processing *semaphore.Weighted
}

// memberLimit bounds the reads and uploads of one member.
type memberLimit struct {
	reads, uploads *semaphore.Weighted
	rate           *rate.Limiter
}

func newMemberLimits() *memberLimits {
	return &memberLimits{uploads: semaphore.NewWeighted(maxAllUploads), processing: semaphore.NewWeighted(maxProcessed)}
}

func (l *memberLimits) of(ctx context.Context) *memberLimit {
	person, _ := identity.FromContext(ctx)
	if found, ok := l.members.Load(person.ID); ok {
		return found.(*memberLimit)
	}
	found, _ := l.members.LoadOrStore(person.ID, &memberLimit{
		semaphore.NewWeighted(maxReads), semaphore.NewWeighted(maxUploads), rate.NewLimiter(readsPerSecond, readBurst),
	})
	return found.(*memberLimit)
}

// acquireRead limits the costly reads of a member, so that database connections and CPU remain for other members.
func (l *memberLimits) acquireRead(ctx context.Context) (release func(), err error) {
	member := l.of(ctx)
	if !member.rate.Allow() {
		return nil, problem.New(problem.Busy, "You sent more than %d searches per second. Wait a moment; the page tries again by itself.", readsPerSecond).WithRetryAfter(busyRetryAfter)
	}
	if !acquire(ctx, member.reads, readWait) {
		return nil, problem.New(problem.Busy, "%d of your searches are still running. Wait a moment; the page tries again by itself.", maxReads).WithRetryAfter(busyRetryAfter)
	}
	return func() { member.reads.Release(1) }, nil
}

// acquireUpload limits the lists that are received at the same time. It is called before the body is read.
func (l *memberLimits) acquireUpload(ctx context.Context) (release func(), err error) {
	member := l.of(ctx)
	if !acquire(ctx, member.uploads, uploadWait) {
		return nil, problem.New(problem.Busy, "%d of your lists are still being read. Wait until one is done, then upload this list again.", maxUploads).WithRetryAfter(busyRetryAfter)
	}
	if !acquire(ctx, l.uploads, uploadWait) {
		member.uploads.Release(1)
		return nil, problem.New(problem.Busy, "The server is reading lists of other people. Upload this list again in a few seconds.").WithRetryAfter(busyRetryAfter)
	}
	return func() {
		l.uploads.Release(1)
		member.uploads.Release(1)
	}, nil
}

// acquireProcessing waits until fewer than maxProcessed lists are processed, at most until the deadline of the request.
func (l *memberLimits) acquireProcessing(ctx context.Context) (release func(), err error) {
	if l.processing.Acquire(ctx, 1) != nil {
		return nil, problem.New(problem.Busy, "The server is reading other lists, so nothing was imported. Upload this list again in a few seconds.").WithRetryAfter(busyRetryAfter)
	}
	return func() { l.processing.Release(1) }, nil
}

// acquire reports whether it got a slot within wait. It waits at most a third of the time until the deadline of the request,
// so that the rest remains for the work itself.
func acquire(ctx context.Context, slots *semaphore.Weighted, wait time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(deadline)/3)
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return slots.Acquire(ctx, 1) == nil
}

// isCostly reports whether a list has a search, a filter other than lifecycles, or facets, and therefore reads more
// than a page.
func isCostly(q sourcelist.Query, facets bool) bool {
	return facets || q.Text != "" || len(q.Tags)+len(q.Countries)+len(q.Languages)+len(q.Kinds)+len(q.MediaTypes)+len(q.Scopes)+len(q.Tiers)+
		len(q.Paywalls)+len(q.Rights)+len(q.Owners)+len(q.Health)+len(q.Causes)+len(q.Assignees)+q.SilentDays > 0 || q.Snoozed != nil || q.DueMinutes != nil || q.Import != nil
}

// timedBody makes reading a body fail at the deadline of its request. It removes the read deadline of the connection at the
// end of the body, because that deadline would cancel the request while it is processed.
type timedBody struct {
	io.ReadCloser
	connection *http.ResponseController
	deadline   time.Time
	isSet      bool
}

// Read reads from the body. The first call sets the read deadline of the connection.
func (b *timedBody) Read(p []byte) (int, error) {
	if !b.isSet {
		b.isSet = true
		_ = b.connection.SetReadDeadline(b.deadline) // without support for it, the server's ReadTimeout applies
	}
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		_ = b.connection.SetReadDeadline(time.Time{})
	}
	return n, err
}

// limitBodyTime makes reading the body fail at the deadline of the request.
func limitBodyTime(c *gin.Context) {
	if deadline, ok := c.Request.Context().Deadline(); ok && c.Request.Body != nil && c.Request.ContentLength != 0 {
		c.Request.Body = &timedBody{ReadCloser: c.Request.Body, connection: http.NewResponseController(c.Writer), deadline: deadline}
	}
	c.Next()
}
