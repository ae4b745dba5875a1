// Package problem defines the errors that users see: a stable code, a safe text, and the invalid
// fields. Every other error is internal: its text is only logged, and the user gets the code
// "internal" and a request id.
package problem

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Code identifies a kind of problem for programs. A released code never changes.
type Code string

// The codes of the product. The kinds table has their statuses and titles.
const (
	BadRequest           Code = "bad_request"
	InvalidJSON          Code = "invalid_json"
	Invalid              Code = "invalid"
	UnknownParameter     Code = "unknown_parameter"
	InvalidCursor        Code = "invalid_cursor"
	CursorExpired        Code = "cursor_expired" // of the changes of the register
	Unauthenticated      Code = "unauthenticated"
	TokenExpired         Code = "token_expired"
	TokenRevoked         Code = "token_revoked"
	NotAllowed           Code = "not_allowed"
	EmailNotVerified     Code = "email_not_verified"
	SignInTooOld         Code = "sign_in_too_old"
	MemberDisabled       Code = "member_disabled"
	RoleTooLow           Code = "role_too_low"
	NotOwner             Code = "not_owner"
	AddressRevoked       Code = "address_revoked" // of a view
	ScopeMissing         Code = "scope_missing"
	SignInRequired       Code = "sign_in_required"
	XSRFMissing          Code = "xsrf_missing"
	XSRFInvalid          Code = "xsrf_invalid"
	CrossOrigin          Code = "cross_origin"
	NotFound             Code = "not_found"
	RouteNotFound        Code = "route_not_found"
	MethodNotAllowed     Code = "method_not_allowed"
	DuplicateSource      Code = "duplicate_source"
	DuplicateEndpoint    Code = "duplicate_endpoint"
	Archived             Code = "archived"
	Merged               Code = "merged" // into another source
	NotDeletable         Code = "not_deletable"
	NotChecked           Code = "not_checked"
	LeaseEnded           Code = "lease_ended" // of a claimed check
	NothingHeld          Code = "nothing_held"
	TokenRequired        Code = "token_required"
	BadTransition        Code = "bad_transition"
	LastAdministrator    Code = "last_administrator"
	DuplicateMember      Code = "duplicate_member"
	LimitReached         Code = "limit_reached"
	ViewInUse            Code = "view_in_use"
	SelectionChanged     Code = "selection_changed"
	OwnProposal          Code = "own_proposal"
	StaleVersion         Code = "stale_version"
	VersionRequired      Code = "version_required"
	BodyTooLarge         Code = "body_too_large"
	UnsupportedMediaType Code = "unsupported_media_type"
	InvalidFile          Code = "invalid_file"
	TooManySearches      Code = "too_many_searches"
	SearchTooBroad       Code = "search_too_broad"
	Busy                 Code = "busy"
	TooManyRequests      Code = "too_many_requests"
	RequestInProgress    Code = "request_in_progress"
	KeyReused            Code = "idempotency_key_reused"
	RequestTimeout       Code = "request_timeout"
	Internal             Code = "internal"
	DatabaseUnavailable  Code = "database_unavailable"
	IdentityUnavailable  Code = "identity_unavailable"
	Unavailable          Code = "unavailable"
	Timeout              Code = "timeout"
)

type kind struct {
	status int
	title  string
}

var kinds = map[Code]kind{
	BadRequest:           {http.StatusBadRequest, "The request can't be read"},
	InvalidJSON:          {http.StatusBadRequest, "The request body isn't valid JSON"},
	Invalid:              {http.StatusUnprocessableEntity, "Some values are invalid"},
	UnknownParameter:     {http.StatusBadRequest, "Unknown or invalid query parameter"},
	InvalidCursor:        {http.StatusBadRequest, "This page link is no longer valid"},
	CursorExpired:        {http.StatusGone, "The changes after this cursor are not complete"},
	Unauthenticated:      {http.StatusUnauthorized, "Sign in to continue"},
	TokenExpired:         {http.StatusUnauthorized, "Your session has expired"},
	TokenRevoked:         {http.StatusUnauthorized, "Your session was ended"},
	NotAllowed:           {http.StatusForbidden, "This account has no access"},
	EmailNotVerified:     {http.StatusForbidden, "Your e-mail address isn't verified"},
	SignInTooOld:         {http.StatusUnauthorized, "Sign in again"},
	MemberDisabled:       {http.StatusForbidden, "Your account is disabled"},
	RoleTooLow:           {http.StatusForbidden, "Your role doesn't allow this"},
	NotOwner:             {http.StatusForbidden, "This belongs to another member"},
	AddressRevoked:       {http.StatusGone, "This address was revoked"},
	ScopeMissing:         {http.StatusForbidden, "The API token doesn't allow this"},
	SignInRequired:       {http.StatusForbidden, "This requires a signed-in person"},
	XSRFMissing:          {http.StatusForbidden, "The anti-forgery token is missing"},
	XSRFInvalid:          {http.StatusForbidden, "The anti-forgery token is invalid"},
	CrossOrigin:          {http.StatusForbidden, "The request comes from another site"},
	NotFound:             {http.StatusNotFound, "Not found"},
	RouteNotFound:        {http.StatusNotFound, "Unknown address"},
	MethodNotAllowed:     {http.StatusMethodNotAllowed, "Method not allowed"},
	DuplicateSource:      {http.StatusConflict, "This source already exists"},
	DuplicateEndpoint:    {http.StatusConflict, "This endpoint already exists"},
	Archived:             {http.StatusConflict, "This source is archived"},
	Merged:               {http.StatusConflict, "This source was merged into another one"},
	NotDeletable:         {http.StatusConflict, "This can't be deleted"},
	NotChecked:           {http.StatusConflict, "This is not checked"},
	LeaseEnded:           {http.StatusConflict, "The claim is no longer valid"},
	NothingHeld:          {http.StatusConflict, "No items are held"},
	TokenRequired:        {http.StatusForbidden, "This requires an API token"},
	BadTransition:        {http.StatusConflict, "This status change isn't possible"},
	LastAdministrator:    {http.StatusConflict, "The last administrator is needed"},
	DuplicateMember:      {http.StatusConflict, "This person or domain has access already"},
	SelectionChanged:     {http.StatusConflict, "Other sources match now"},
	LimitReached:         {http.StatusConflict, "The maximum number is reached"},
	ViewInUse:            {http.StatusConflict, "Alert rules use this view"},
	OwnProposal:          {http.StatusForbidden, "Another member must decide on this"},
	StaleVersion:         {http.StatusPreconditionFailed, "This changed after you opened it"},
	VersionRequired:      {http.StatusPreconditionRequired, "The If-Match header is missing"},
	BodyTooLarge:         {http.StatusRequestEntityTooLarge, "The request is too large"},
	UnsupportedMediaType: {http.StatusUnsupportedMediaType, "Unsupported content type"},
	InvalidFile:          {http.StatusUnprocessableEntity, "This file can't be read"},
	TooManySearches:      {http.StatusTooManyRequests, "Too many lookups at once"},
	SearchTooBroad:       {http.StatusUnprocessableEntity, "This search matches too much"},
	Busy:                 {http.StatusTooManyRequests, "Too many requests at the same time"},
	TooManyRequests:      {http.StatusTooManyRequests, "Too many requests"},
	RequestInProgress:    {http.StatusConflict, "The same request is still running"},
	KeyReused:            {http.StatusUnprocessableEntity, "The idempotency key was used before"},
	RequestTimeout:       {http.StatusRequestTimeout, "The request arrived too slowly"},
	Internal:             {http.StatusInternalServerError, "Something went wrong on the server"},
	DatabaseUnavailable:  {http.StatusServiceUnavailable, "The database is unavailable"},
	IdentityUnavailable:  {http.StatusServiceUnavailable, "Sign-ins can't be verified right now"},
	Unavailable:          {http.StatusServiceUnavailable, "The server can't do this at the moment"},
	Timeout:              {http.StatusServiceUnavailable, "The request took too long"},
}

// Field describes an invalid value. Pointer is a JSON pointer into the body (RFC 6901) or the name
// of a parameter.
type Field struct {
	Pointer string `json:"pointer"`
	Code    string `json:"code,omitempty"`
	Detail  string `json:"detail"`
	// Suggestion is the valid value that was probably meant.
	Suggestion string `json:"suggestion,omitempty"`
}

// Error is a problem with the contents of its response. Detail, Fields and Extensions are safe to
// show to users.
type Error struct {
	Code       Code
	Detail     string
	Fields     []Field
	Extensions map[string]any
	RetryAfter time.Duration
	cause      error
}

// New returns a problem. Its detail says what happened and what to do.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Wrap returns a problem with a cause, which is logged but not shown.
func Wrap(cause error, code Code, format string, args ...any) *Error {
	e := New(code, format, args...)
	e.cause = cause
	return e
}

// With adds an extension member (RFC 9457 §3.2) and returns the problem.
func (e *Error) With(name string, value any) *Error {
	if e.Extensions == nil {
		e.Extensions = map[string]any{}
	}
	e.Extensions[name] = value
	return e
}

// WithRetryAfter sets the delay after which a retry may succeed, and returns the problem.
func (e *Error) WithRetryAfter(after time.Duration) *Error {
	e.RetryAfter = after
	return e
}

func (e *Error) Error() string {
	text := string(e.Code) + ": " + e.Detail
	for _, f := range e.Fields {
		text += fmt.Sprintf(" [%s: %s]", f.Pointer, f.Detail)
	}
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

func (e *Error) Unwrap() error { return e.cause }

// Status returns the HTTP status of the problem.
func (e *Error) Status() int { return kinds[e.Code].status }

// Title returns the short text of the problem's kind, which is the same for all details.
func (e *Error) Title() string { return kinds[e.Code].title }

// Type returns the URI reference of the problem's kind.
func (e *Error) Type() string { return "/problems/" + string(e.Code) }

// As returns the problem in the chain of err, or an Internal problem that wraps err.
func As(err error) *Error {
	if p, ok := errors.AsType[*Error](err); ok {
		return p
	}
	return Wrap(err, Internal, "The error has been logged. Try again. If it happens again, give your administrator the "+
		"request id.")
}

// Is reports whether err is a problem with this code.
func Is(err error, code Code) bool {
	p, ok := errors.AsType[*Error](err)
	return ok && p.Code == code
}

// DetailOf returns the text of a problem for people: that of the first invalid field, if there is one. For
// other errors, it returns a general text.
func DetailOf(err error) string {
	p, isProblem := errors.AsType[*Error](err)
	if !isProblem {
		return "It could not be saved because of an internal error, which was logged."
	}
	if len(p.Fields) > 0 {
		return p.Fields[0].Detail
	}
	return p.Detail
}
