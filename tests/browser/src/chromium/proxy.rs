//! The proxy between Chromium and the test server.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use anyhow::Result;
use tokio::net::{TcpListener, TcpStream};

/// Forwards each new connection to the port in `to`. Returns the port to connect to.
pub(super) async fn forward(to: Arc<AtomicU16>) -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let to = to.load(Ordering::Relaxed);
            tokio::spawn(async move {
                if to == 0 {
                    return;
                }
                if let Ok(mut server) = TcpStream::connect((Ipv4Addr::LOCALHOST, to)).await {
                    let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                }
            });
        }
    });
    Ok(port)
}
