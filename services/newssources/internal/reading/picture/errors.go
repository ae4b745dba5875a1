package picture

import "fmt"

// Code identifies the reason of a refusal for programs. Released codes do not change.
type Code string

// The reasons for which a picture is refused.
const (
	CodeTooLarge Code = "too_large" // too many bytes, or too many pixels
	CodeTooSmall Code = "too_small" // a tracking pixel
	CodeBlank    Code = "blank"     // completely transparent
	CodeSVG      Code = "svg"       // may contain scripts
	CodeFormat   Code = "format"    // not a supported image format
	CodeBroken   Code = "broken"    // a supported format, but the data is damaged
)

// Error is the reason why a picture is refused. Detail is written for people and contains no input
// data.
type Error struct {
	Code   Code
	Detail string
}

func (e *Error) Error() string { return e.Detail }

func refuse(code Code, format string, args ...any) error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

func broken(format string) error {
	return refuse(CodeBroken, "The %s file is damaged or incomplete. Choose another copy of the picture.", format)
}
