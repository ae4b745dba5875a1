// Package problem holds the errors that a person may see: a stable code, a safe text, and the fields that are wrong.
// Everything else is an internal error: the log gets the truth, the person gets "internal" and a request id.
package problem

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Code names a kind of problem for programs. It never changes once released.
type Code string

// The codes of the product. Their statuses and titles stand in kinds.
const (
	BadRequest           Code = "bad_request"
	InvalidJSON          Code = "invalid_json"
	Invalid              Code = "invalid"
	UnknownParameter     Code = "unknown_parameter"
	InvalidCursor        Code = "invalid_cursor"
	Unauthenticated      Code = "unauthenticated"
	TokenExpired         Code = "token_expired"
	TokenRevoked         Code = "token_revoked"
	NotAllowed           Code = "not_allowed"
	EmailNotVerified     Code = "email_not_verified"
	SignInTooOld         Code = "sign_in_too_old"
	MemberDisabled       Code = "member_disabled"
	RoleTooLow           Code = "role_too_low"
	XSRFMissing          Code = "xsrf_missing"
	XSRFInvalid          Code = "xsrf_invalid"
	CrossOrigin          Code = "cross_origin"
	NotFound             Code = "not_found"
	RouteNotFound        Code = "route_not_found"
	MethodNotAllowed     Code = "method_not_allowed"
	DuplicateSource      Code = "duplicate_source"
	DuplicateEndpoint    Code = "duplicate_endpoint"
	Archived             Code = "archived"
	NotDeletable         Code = "not_deletable"
	BadTransition        Code = "bad_transition"
	StaleVersion         Code = "stale_version"
	VersionRequired      Code = "version_required"
	BodyTooLarge         Code = "body_too_large"
	UnsupportedMediaType Code = "unsupported_media_type"
	InvalidFile          Code = "invalid_file"
	TooManySearches      Code = "too_many_searches"
	Internal             Code = "internal"
	DatabaseUnavailable  Code = "database_unavailable"
	IdentityUnavailable  Code = "identity_unavailable"
	Timeout              Code = "timeout"
)

type kind struct {
	status int
	title  string
}

var kinds = map[Code]kind{
	BadRequest:           {http.StatusBadRequest, "The request can't be understood"},
	InvalidJSON:          {http.StatusBadRequest, "The body isn't valid JSON"},
	Invalid:              {http.StatusUnprocessableEntity, "Some values need another look"},
	UnknownParameter:     {http.StatusBadRequest, "Unknown or wrong parameter"},
	InvalidCursor:        {http.StatusBadRequest, "This page address is no longer valid"},
	Unauthenticated:      {http.StatusUnauthorized, "Sign in first"},
	TokenExpired:         {http.StatusUnauthorized, "The session has expired"},
	TokenRevoked:         {http.StatusUnauthorized, "The session has been ended"},
	NotAllowed:           {http.StatusForbidden, "This account may not use the tool"},
	EmailNotVerified:     {http.StatusForbidden, "The e-mail address isn't verified"},
	SignInTooOld:         {http.StatusUnauthorized, "Sign in again"},
	MemberDisabled:       {http.StatusForbidden, "This account is disabled"},
	RoleTooLow:           {http.StatusForbidden, "Your role doesn't allow this"},
	XSRFMissing:          {http.StatusForbidden, "The anti-forgery token is missing"},
	XSRFInvalid:          {http.StatusForbidden, "The anti-forgery token is wrong"},
	CrossOrigin:          {http.StatusForbidden, "The request comes from another site"},
	NotFound:             {http.StatusNotFound, "Not found"},
	RouteNotFound:        {http.StatusNotFound, "No such address"},
	MethodNotAllowed:     {http.StatusMethodNotAllowed, "This address doesn't take that method"},
	DuplicateSource:      {http.StatusConflict, "This source is already there"},
	DuplicateEndpoint:    {http.StatusConflict, "This endpoint is already there"},
	Archived:             {http.StatusConflict, "This source is archived"},
	NotDeletable:         {http.StatusConflict, "This can't be deleted"},
	BadTransition:        {http.StatusConflict, "This change of state isn't possible"},
	StaleVersion:         {http.StatusPreconditionFailed, "Somebody changed this in the meantime"},
	VersionRequired:      {http.StatusPreconditionRequired, "If-Match is missing"},
	BodyTooLarge:         {http.StatusRequestEntityTooLarge, "Too large"},
	UnsupportedMediaType: {http.StatusUnsupportedMediaType, "Unsupported content type"},
	InvalidFile:          {http.StatusUnprocessableEntity, "This file can't be read"},
	TooManySearches:      {http.StatusTooManyRequests, "Too many searches at once"},
	Internal:             {http.StatusInternalServerError, "Something went wrong on our side"},
	DatabaseUnavailable:  {http.StatusServiceUnavailable, "The database can't be reached"},
	IdentityUnavailable:  {http.StatusServiceUnavailable, "Sign-ins can't be checked right now"},
	Timeout:              {http.StatusServiceUnavailable, "This took too long"},
}

// Field is one wrong value: a JSON pointer into the body (RFC 6901), or a parameter's name.
type Field struct {
	Pointer string `json:"pointer"`
	Code    string `json:"code,omitempty"`
	Detail  string `json:"detail"`
}

// Error is a problem with everything its answer needs. Detail and Fields are safe to show.
type Error struct {
	Code       Code
	Detail     string
	Fields     []Field
	Extensions map[string]any
	RetryAfter time.Duration
	cause      error
}

// New makes a problem. Detail says what happened and what to do.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Wrap makes a problem that keeps its cause for the log.
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

// Retry says when trying again makes sense, and returns the problem.
func (e *Error) Retry(after time.Duration) *Error {
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

// Status is the HTTP status of the problem.
func (e *Error) Status() int { return kinds[e.Code].status }

// Title is the short, unchanging text of the problem's kind.
func (e *Error) Title() string { return kinds[e.Code].title }

// Type is the URI reference of the problem's kind.
func (e *Error) Type() string { return "/problems/" + string(e.Code) }

// As finds the problem in err; anything that is none is internal.
func As(err error) *Error {
	if p, ok := errors.AsType[*Error](err); ok {
		return p
	}
	return Wrap(err, Internal, "The error has been logged. Try again; if it stays, tell your administrator the request id.")
}

// Is reports whether err is a problem with that code.
func Is(err error, code Code) bool {
	p, ok := errors.AsType[*Error](err)
	return ok && p.Code == code
}
