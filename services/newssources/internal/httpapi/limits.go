package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/stream"
	"github.com/newsources/newsources/services/newssources/internal/platform/fairshare"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/ratelimit"
)

const (
	// requestsPerSecond and requestBurst limit the requests of a member's browsers, and those of all
	// API tokens of a member. A person who works quickly sends 10 a second, and opening a page 30 at
	// once.
	requestsPerSecond, requestBurst = 100, 300
	// tokenPerSecond and tokenBurst limit the requests of one API token, so that another one of the
	// same member can be used.
	tokenPerSecond, tokenBurst = 50, 150
	// maxLimiters bounds the members, tokens and addresses whose limiters are kept in memory.
	maxLimiters = 10_000

	// maxReads is the number of costly reads of a member at a time. A page sends up to eight of them
	// at once, of which five wait.
	maxReads = 3
	// readingPerSecond and readingBurst limit the time in ms that the costly reads of a member take
	// together. Above this limit, a member's reads run one at a time, so that half of two cores
	// remains for others. The burst allows 50 slow searches.
	readingPerSecond, readingBurst = 500, 5000
	// sparedConns is the number of database connections that costly reads leave to other requests.
	sparedConns = 2
	// readWait is the maximum time that a costly read waits for other reads.
	readWait = 3 * time.Second
	// readTimeout bounds a costly read.
	readTimeout = 8 * time.Second

	// maxUploads is the number of lists that are received at the same time from one member, and
	// maxAllUploads from all members. Each takes up to MaxImport bytes of memory.
	maxUploads, maxAllUploads = 2, 4
	// maxLarge is the number of large files that are received at the same time from one member, and
	// maxAllLarge from all members. Each takes about 2 MiB of memory, and a database connection while a
	// part is stored.
	maxLarge, maxAllLarge = 1, 4
	// largeTimeout is the deadline of the upload of a large file: 200 MiB at 3 Mbit/s.
	largeTimeout = 10 * time.Minute
	// uploadWait is the maximum time that an upload waits for other uploads.
	uploadWait = 5 * time.Second
	// maxProcessed is the number of received lists that are parsed and stored at the same time. A list
	// of 10 MiB takes about 100 MB of memory and a second of CPU time; the other CPUs remain available
	// to other requests.
	maxProcessed = 1

	// busyRetryAfter is the Retry-After of a request that was refused because of other requests.
	busyRetryAfter = 2 * time.Second
)

// memberLimits bound the use of shared resources by each member.
type memberLimits struct {
	requests *ratelimit.Limits[client]
	tokens   *ratelimit.Limits[uuid.UUID] // by API token
	reading  *ratelimit.Limits[uuid.UUID] // ms of costly reads, by member

	lists *ratelimit.Limits[uuid.UUID] // by address of a view

	reads, uploads, large, processing, exports *fairshare.Budget[uuid.UUID] // slots, by member
}

// client distinguishes the browsers of a member from the member's programs, so that a program does
// not lock its owner out.
type client struct {
	member    uuid.UUID
	isProgram bool
}

// newMemberLimits returns the limits of a process with a number of database connections.
func newMemberLimits(connections int) *memberLimits {
	return &memberLimits{
		requests:   ratelimit.New[client](requestsPerSecond, requestBurst, maxLimiters),
		tokens:     ratelimit.New[uuid.UUID](tokenPerSecond, tokenBurst, maxLimiters),
		reading:    ratelimit.New[uuid.UUID](readingPerSecond, readingBurst, maxLimiters),
		lists:      ratelimit.New[uuid.UUID](listsPerSecond, listsBurst, maxLimiters),
		reads:      fairshare.New[uuid.UUID](int64(max(maxReads+1, connections-sparedConns)), maxReads),
		uploads:    fairshare.New[uuid.UUID](maxAllUploads, maxUploads),
		large:      fairshare.New[uuid.UUID](maxAllLarge, maxLarge),
		processing: fairshare.New[uuid.UUID](maxProcessed, maxProcessed),
		exports:    fairshare.New[uuid.UUID](maxAllExports, maxExports),
	}
}

// checkRate returns a problem for a request above the rate of its member or API token.
func (l *memberLimits) checkRate(person identity.Person) error {
	if person.Token != nil && !l.tokens.Allow(person.Token.ID) {
		return problem.New(problem.TooManyRequests, "The API token “%s” sends more than %d requests per second. Send "+
			"fewer, or wait as long as the header Retry-After says.",
			person.Token.Name, tokenPerSecond).WithRetryAfter(busyRetryAfter)
	}
	if !l.requests.Allow(client{person.ID, person.Token != nil}) {
		return problem.New(problem.TooManyRequests, "You sent more than %d requests per second. Wait a moment; the page "+
			"tries again by itself.",
			requestsPerSecond).WithRetryAfter(busyRetryAfter)
	}
	return nil
}

// limitReads gives each member a fair share of the costly reads, so that database connections and
// CPU time remain for others. The share is returned before the response is written, because a
// client may read it slowly.
func (s *server) limitReads(next api.StrictHandlerFunc, _ string) api.StrictHandlerFunc {
	return func(c *gin.Context, request any) (any, error) {
		if !isCostly(c) {
			return next(c, request)
		}
		original := c.Request
		defer func() { c.Request = original }()
		release, err := s.limits.acquireRead(original.Context(), readWait)
		if err != nil {
			return nil, err
		}
		defer release()
		ctx, cancel := context.WithTimeoutCause(original.Context(), readTimeout, errReadTimeout)
		defer cancel()
		c.Request = original.WithContext(ctx)
		response, err := next(c, request)
		_, isProblem := errors.AsType[*problem.Error](err)
		if err != nil && !isProblem && errors.Is(context.Cause(ctx), errReadTimeout) {
			err = problem.Wrap(err, problem.SearchTooBroad, "This took longer than %s. Request less at a time: narrow the "+
				"search or the time range, or use a lower limit.", readTimeout)
		}
		return response, err
	}
}

// errReadTimeout is the cause of the end of a costly read that took too long.
var errReadTimeout = errors.New("the read exceeded its time")

// acquireRead waits up to wait for a slot of the costly reads. A member who has read for long gets
// all slots of the share for one read.
func (l *memberLimits) acquireRead(ctx context.Context, wait time.Duration) (release func(), err error) {
	person, _ := identity.FromContext(ctx)
	slots := int64(1)
	if l.reading.IsSpent(person.ID) {
		slots = maxReads
	}
	if !acquire(ctx, l.reads, slots, wait) {
		return nil, busy(l.reads.Held(person.ID) > 0, "Your other searches and lists are still running. Wait a moment; the "+
			"page tries again by itself.",
			"The server is busy with the searches and lists of other people. Wait a moment; the page tries again by itself.")
	}
	began := time.Now()
	return func() {
		l.reading.Spend(person.ID, int(time.Since(began).Milliseconds()))
		l.reads.Release(person.ID, slots)
	}, nil
}

// receive reads an uploaded list, and waits until it can be processed. The caller calls release after the
// processing.
func (l *memberLimits) receive(ctx context.Context, body io.Reader) (data []byte, release func(), err error) {
	received, err := l.acquireUpload(ctx)
	if err != nil {
		return nil, nil, err
	}
	data, err = contract.ReadBody(body, ctx.(*gin.Context).Request.ContentLength)
	if err != nil {
		received()
		return nil, nil, err
	}
	processed, err := l.acquireProcessing(ctx)
	if err != nil {
		received()
		return nil, nil, err
	}
	return data, func() { processed(); received() }, nil
}

// acquireUpload limits the lists that are received at the same time. It is called before the body
// is read.
func (l *memberLimits) acquireUpload(ctx context.Context) (release func(), err error) {
	person, _ := identity.FromContext(ctx)
	if !acquire(ctx, l.uploads, 1, uploadWait) {
		return nil, busy(l.uploads.Held(person.ID) == maxUploads, fmt.Sprintf("%d of your lists are still being read. Wait "+
			"until one is done, then upload this list again.", maxUploads),
			"The server is reading lists of other people. Upload this list again in a few seconds.")
	}
	return func() { l.uploads.Release(person.ID, 1) }, nil
}

// acquireLarge limits the large files that are received at the same time.
func (l *memberLimits) acquireLarge(ctx context.Context) (release func(), err error) {
	person, _ := identity.FromContext(ctx)
	if !acquire(ctx, l.large, 1, uploadWait) {
		return nil, busy(l.large.Held(person.ID) > 0, "You can upload one large file at a time. Wait until your other one "+
			"is stored, then upload this one again.",
			"The server is receiving large files of other people. Upload this file again in a minute.")
	}
	return func() { l.large.Release(person.ID, 1) }, nil
}

// acquireProcessing waits until fewer than maxProcessed lists are processed, so that the time that
// remains suffices for this one.
func (l *memberLimits) acquireProcessing(ctx context.Context) (release func(), err error) {
	person, _ := identity.FromContext(ctx)
	if !acquire(ctx, l.processing, 1, uploadWait) {
		return nil, busy(false, "", "The server is reading other lists, so nothing was imported. Upload this list again in "+
			"a few seconds.")
	}
	return func() { l.processing.Release(person.ID, 1) }, nil
}

// busy returns the problem of a request that found no free slot, because of the member's own
// requests or those of others.
func busy(isOwn bool, own, others string) error {
	text := others
	if isOwn {
		text = own
	}
	return problem.New(problem.Busy, "%s", text).WithRetryAfter(busyRetryAfter)
}

// acquire reports whether the member of the context got slots within wait. It waits at most a third
// of the time until the deadline of the request, so that the rest remains for the work itself.
func acquire(ctx context.Context, budget *fairshare.Budget[uuid.UUID], slots int64, wait time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(deadline)/3)
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	person, _ := identity.FromContext(ctx)
	return budget.Acquire(ctx, person.ID, slots) == nil
}

// timedBody makes reading a body fail at the deadline of its request, after which the response can be written.
// At the end of the body, it removes the read deadline of the connection, which would cancel the request.
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
		_ = b.connection.SetWriteDeadline(b.deadline.Add(stream.WriteTimeout))
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
		c.Request.Body = &timedBody{ReadCloser: c.Request.Body, connection: http.NewResponseController(c.Writer),
			deadline: deadline}
	}
	c.Next()
}
