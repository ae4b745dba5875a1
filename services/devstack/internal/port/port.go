// Package port finds free ports and the owners of used ones.
package port

import "net"

// Free returns a currently unused port of 127.0.0.1.
func Free() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
